/**
 * A case of random operations: three field managers write a few objects of four kinds, with every type of write in the API.
 * Every response and every watch event must be the same on two servers.
 */
import type { Case, RequestStep, Step } from '../case.ts'
import { closeWatch, get, openWatch, post } from '../steps.ts'
import { type Choices, seededChoices } from './choices.ts'
import { type Place, weightedOperations } from './operations.ts'
import { type Subject, subjects } from './subjects.ts'

export const defaultLength = 60

const operations = weightedOperations.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation))

/** The object that ends each watch: once it is seen, all earlier events have arrived. */
const lastName = 'zz-last'

export interface Sequence extends Case {
  readonly seed: number
  /** The steps that may be removed by shrinking. The steps before and after them only watch and list. */
  readonly middle: readonly Step[]
}

/** The same seed makes the same sequence. */
export function randomSequence(seed: number, length = defaultLength): Sequence {
  const choices = seededChoices(`sequence ${seed}`)
  const kinds = choices.chance(0.5) ? subjects : [choices.one(...subjects)]
  const middle = Array.from({ length }, (_, at) => randomStep(choices, kinds, at))
  return sequenceOf(seed, kinds, middle)
}

/** The same sequence with fewer steps. */
export function withSteps({ seed }: Sequence, middle: readonly Step[]): Sequence {
  const used = subjects.filter(({ collection }) =>
    middle.some((step) => 'path' in step && isBelow(step.path, collection)),
  )
  return sequenceOf(seed, used, middle)
}

function isBelow(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/`) || path.startsWith(`${collection}?`) || path === collection
}

function sequenceOf(seed: number, kinds: readonly Subject[], middle: readonly Step[]): Sequence {
  const opened = middle.flatMap((step) => (step.do === 'open watch' ? [step] : []))
  const watches = [...kinds.map(({ kind }) => kind), ...opened.map(({ id }) => id)]
  const last = kinds.map(({ apiVersion, kind, collection, minimum }): Step => {
    const metadata = { name: lastName, labels: { p: 'x' } }
    return { ...post(collection, { apiVersion, kind, ...minimum, metadata }), compare: 'digest' }
  })
  return {
    seed,
    name: `agrees on random sequence ${seed}`,
    rules: ['WA-11', 'SSA-10', 'UP-2', 'UP-5'],
    sortsProblems: true,
    middle,
    steps: [
      ...kinds.map(({ kind, collection }) => openWatch(kind, `${collection}?watch=true`)),
      ...middle,
      ...kinds.map(({ collection }): Step => ({ ...get(collection), compare: 'digest' })),
      ...last,
      ...watches.map((id) => closeWatch(id, { marker: `"name":"${lastName}"`, compare: 'digest' })),
    ],
  }
}

function randomStep(choices: Choices, kinds: readonly Subject[], at: number): Step {
  const subject = choices.one(...kinds)
  const name = choices.chance(0.75) ? 'a' : 'b'
  const saved = `${subject.kind}-${name}`
  const place: Place = { subject, name, path: `${subject.collection}/${name}`, saved, at, choices }
  if (choices.chance(0.02)) return randomWatch(place)
  const step = choices.one(...operations)(place)
  // Only some responses are saved, so that later steps also use stale ones.
  const isObject = step.path.startsWith(place.path) && !/\/scale|dryRun/.test(step.path) && step.method !== 'DELETE'
  return {
    ...step,
    path: pathOf(step),
    compare: 'digest',
    ...(isObject && choices.chance(0.7) ? { saveAs: saved } : {}),
  }
}

/** Patches use `Warn`: the error of a strict one contains the whole object, with its managers in the order of their times. */
function pathOf({ method, path }: RequestStep): string {
  return method === 'PATCH' ? path.replace('fieldValidation=Strict', 'fieldValidation=Warn') : path
}

function randomWatch({ choices, subject, saved, at }: Place): Step {
  const filter = choices.one('', '&labelSelector=p', '&fieldSelector=metadata.name!%3Db')
  const from = choices.one('', `&resourceVersion={{${saved}.metadata.resourceVersion}}`)
  return openWatch(`w${at}`, `${subject.collection}?watch=true${filter}${from}`)
}

/** The same cases for every built-in kind: one suite for each section. */
import type { Case, RequestStep, Suite } from '../../../tools/conformance/case.ts'
import {
  apply,
  check,
  closeWatch,
  del,
  edited,
  get,
  jsonPatch,
  mergePatch,
  openWatch,
  post,
  put,
  quietly,
  strategicPatch,
  until,
} from '../../../tools/conformance/steps.ts'
import { collectionOf, objectOf, pathOf, type SampleKind, sampleKinds, titleOf } from './sample-kinds.ts'

const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const partial = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' }

/** Creates the object and waits until only the case writes to it. */
const create = (sample: SampleKind, metadata: object = {}): RequestStep[] => [
  quietly(post(collectionOf(sample), objectOf(sample, metadata), { saveAs: 'made' })),
  ...settle(sample),
]
const settle = (sample: SampleKind): RequestStep[] =>
  sample.settles ? [until(pathOf(sample), { contains: sample.settles }, { saveAs: 'made' })] : []
const digest = (step: RequestStep): RequestStep => ({ ...step, compare: 'digest' })

/** Cases of one suite: one for each kind that the case applies to. */
function each(ask: (sample: SampleKind) => Case | undefined): Case[] {
  return sampleKinds.flatMap((sample) => {
    const one = ask(sample)
    return one === undefined ? [] : [tidied(sample, one)]
  })
}

/** Deletes objects that affect other cases while they exist: an APIService appears in discovery, and admission objects act on writes. */
function tidied(sample: SampleKind, one: Case): Case {
  const isFelt = sample.kind === 'APIService' || sample.apiVersion.startsWith('admissionregistration')
  return isFelt ? { ...one, steps: [...one.steps, quietly(del(pathOf(sample)))] } : one
}

/** The same for kinds that only the case writes to. */
function eachQuiet(ask: (sample: SampleKind) => Case): Case[] {
  return sampleKinds.filter(isQuiet).map((sample) => tidied(sample, ask(sample)))
}

/** Whether only the case ever writes to it; server-side writes to the others have their own cases. */
const isQuiet = ({ settles }: SampleKind) => settles === undefined

const representations: Suite = {
  section: '1.2',
  topic: 'tables of kinds',
  cases: [
    ...each((sample) =>
      check(
        `shows a ${titleOf(sample)} as a table`,
        'CN-6 CN-7 CN-8',
        ...create(sample),
        get(pathOf(sample), { headers: table }),
      ),
    ),
    ...each((sample) =>
      check(
        `shows the metadata of a ${titleOf(sample)}`,
        'CN-10',
        ...create(sample),
        digest(get(pathOf(sample), { headers: partial })),
      ),
    ),
  ],
}

const creation: Suite = {
  section: '1.4',
  topic: 'create of kinds',
  cases: [
    ...each((sample) =>
      check(
        `fills in the defaults of a ${titleOf(sample)}`,
        'CR-1 CR-2 CR-18',
        post(collectionOf(sample), objectOf(sample)),
        ...(sample.settles ? [] : [digest(get(pathOf(sample)))]),
      ),
    ),
    ...each((sample) =>
      check(
        `judges an empty ${titleOf(sample)}`,
        'CR-7',
        post(collectionOf(sample), { apiVersion: sample.apiVersion, kind: sample.kind }),
      ),
    ),
  ],
}

const updates: Suite = {
  section: '1.5',
  topic: 'update of kinds',
  cases: [
    ...each((sample) =>
      check(
        `replaces a ${titleOf(sample)} without a version`,
        'UP-3 UP-5',
        ...create(sample),
        digest(
          put(pathOf(sample), edited('made', { 'metadata.resourceVersion': undefined, 'metadata.labels': { a: 'b' } })),
        ),
        digest(put(pathOf(sample), edited('made', { 'metadata.labels': { a: 'b' } }))),
      ),
    ),
    ...each((sample) =>
      check(
        `merges into a ${titleOf(sample)}`,
        'UP-9 MP-1',
        ...create(sample),
        digest(mergePatch(pathOf(sample), sample.change)),
        digest(mergePatch(pathOf(sample), sample.change)),
      ),
    ),
    ...each((sample) =>
      check(
        `merges strategically into a ${titleOf(sample)}`,
        'SMP-1 SMP-4',
        ...create(sample),
        digest(strategicPatch(pathOf(sample), { metadata: { annotations: { a: 'b' } }, ...sample.change })),
      ),
    ),
    ...each((sample) =>
      check(
        `applies a ${titleOf(sample)} by two managers`,
        'SSA-3 SSA-10 SSA-19',
        digest(apply(pathOf(sample), 'one', objectOf(sample, { labels: { one: 'x' } }))),
        ...settle(sample),
        digest(apply(pathOf(sample), 'two', objectOf(sample, { labels: { two: 'x' } }))),
        digest(apply(pathOf(sample), 'one', objectOf(sample))),
      ),
    ),
    ...each((sample) =>
      check(
        `patches a ${titleOf(sample)} by steps`,
        'JP-1',
        ...create(sample),
        digest(jsonPatch(pathOf(sample), [{ op: 'add', path: '/metadata/annotations', value: { a: 'b' } }])),
        jsonPatch(pathOf(sample), [{ op: 'test', path: '/metadata/name', value: 'other' }]),
      ),
    ),
  ],
}

const generations: Suite = {
  section: '1.6',
  topic: 'generation of kinds',
  cases: [
    ...each((sample) =>
      check(
        `counts changes of a ${titleOf(sample)}`,
        'GEN-1 GEN-2',
        ...create(sample),
        digest(mergePatch(pathOf(sample), { metadata: { labels: { x: 'y' } } })),
        digest(mergePatch(pathOf(sample), sample.change)),
        digest(mergePatch(pathOf(sample), { metadata: { generation: 9 } })),
      ),
    ),
    ...each((sample) =>
      sample.status
        ? check(
            `keeps the status of a ${titleOf(sample)} apart`,
            'UP-11 UP-12 GEN-2',
            ...create(sample),
            digest(mergePatch(`${pathOf(sample)}/status`, { ...sample.status, metadata: { labels: { s: 't' } } })),
            digest(mergePatch(`${pathOf(sample)}/status`, sample.change)),
            digest(mergePatch(pathOf(sample), sample.status)),
            digest(get(`${pathOf(sample)}/status`)),
          )
        : undefined,
    ),
  ],
}

const deletions: Suite = {
  section: '1.7',
  topic: 'delete of kinds',
  cases: [
    ...eachQuiet((sample) =>
      check(
        `answers to the deletion of a ${titleOf(sample)}`,
        'DE-3 DE-4',
        ...create(sample),
        digest(del(`${pathOf(sample)}?dryRun=All`)),
        del(pathOf(sample)),
        digest(get(pathOf(sample))),
      ),
    ),
    ...eachQuiet((sample) =>
      check(
        `holds a ${titleOf(sample)} with a finalizer`,
        'DE-5 UP-13 GEN-4',
        ...create(sample, { finalizers: ['example.dev/hold'] }),
        digest(del(pathOf(sample))),
        digest(del(pathOf(sample))),
        digest(mergePatch(pathOf(sample), { metadata: { finalizers: null } })),
        get(pathOf(sample)),
      ),
    ),
    ...eachQuiet((sample) =>
      check(
        `insists on the uid of a ${titleOf(sample)}`,
        'DE-8',
        ...create(sample),
        del(pathOf(sample), { preconditions: { uid: '00000000-0000-4000-8000-000000000000' } }),
        digest(
          del(pathOf(sample), { preconditions: { uid: '{{made.metadata.uid}}' }, propagationPolicy: 'Foreground' }),
        ),
      ),
    ),
  ],
}

const lists: Suite = {
  section: '1.8',
  topic: 'list of kinds',
  cases: [
    ...each((sample) =>
      check(
        `lists a ${titleOf(sample)} by its name`,
        'LI-11 CN-15',
        ...create(sample, { labels: { only: '{id}' } }),
        digest(
          get(
            `${collectionOf(sample)}?fieldSelector=metadata.name%3D${sample.name ?? (sample.isNamespaced ? 'a' : '{id}')}`,
          ),
        ),
        get(`${collectionOf(sample)}?labelSelector=only%3D{id}%2Cnone`),
      ),
    ),
    ...each((sample) =>
      check(
        `refuses to look for a ${titleOf(sample)} by a field it does not know`,
        'LI-12',
        get(`${collectionOf(sample)}?fieldSelector=spec.nothing%3Da`),
      ),
    ),
  ],
}

const watches: Suite = {
  section: '1.9',
  topic: 'watch of kinds',
  cases: each((sample) =>
    !isQuiet(sample)
      ? undefined
      : check(
          `tells what happens to a ${titleOf(sample)}`,
          'WA-1 WA-10',
          openWatch('all', `${collectionOf(sample)}?watch=true&labelSelector=seen%3D{id}`),
          ...create(sample, { labels: { seen: '{id}' } }),
          quietly(mergePatch(pathOf(sample), sample.change)),
          quietly(del(`${pathOf(sample)}?propagationPolicy=Background`)),
          closeWatch('all', { events: 3, compare: 'digest' }),
        ),
  ),
}

const strictness: Suite = {
  section: '1.10',
  topic: 'validation of kinds',
  cases: [
    ...each((sample) =>
      check(
        `finds what a ${titleOf(sample)} has not`,
        'FV-1 FV-2 FV-3 ER-8',
        post(`${collectionOf(sample)}?fieldValidation=Strict`, { ...objectOf(sample), unknownField: 1 }),
        digest(post(`${collectionOf(sample)}?dryRun=All`, { ...objectOf(sample), unknownField: 1 })),
      ),
    ),
    ...each((sample) =>
      check(
        `tries a ${titleOf(sample)} without keeping it`,
        'DR-1',
        digest(post(`${collectionOf(sample)}?dryRun=All`, objectOf(sample))),
        get(pathOf(sample)),
      ),
    ),
  ],
}

const refusals: Suite = {
  section: '1.11',
  topic: 'refusals of kinds',
  cases: [
    ...each((sample) => check(`misses a ${titleOf(sample)}`, 'ER-1', get(pathOf(sample)), del(pathOf(sample)))),
    ...each((sample) =>
      check(
        `refuses a stale ${titleOf(sample)}`,
        'ER-3 UP-2 ER-12 UP-1',
        ...create(sample),
        quietly(mergePatch(pathOf(sample), { metadata: { labels: { x: 'y' } } })),
        put(pathOf(sample), edited('made')),
        put(pathOf(sample), edited('made', { 'metadata.name': 'other' })),
        put(pathOf(sample), edited('made', { 'metadata.name': '' })),
      ),
    ),
    ...each((sample) =>
      check(
        `refuses a ${titleOf(sample)} whose name is taken`,
        'ER-2 CR-8',
        ...create(sample),
        post(collectionOf(sample), objectOf(sample)),
      ),
    ),
  ],
}

export default [
  representations,
  creation,
  updates,
  generations,
  deletions,
  lists,
  watches,
  strictness,
  refusals,
] satisfies Suite[]

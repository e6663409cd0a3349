/** The path from one version of a stack to another, and the order in which its components are upgraded. Pure. */
import type { Texts } from '../settings.ts'
import { componentVersions, type SkewRule, type StackVersion } from './stack-version.ts'

/** Versions of a stack, oldest first. */
export type StackVersions = Readonly<Record<string, StackVersion>>

/** A result, or why there is none. */
export type Answer<Value> =
  | { readonly value: Value; readonly why?: undefined }
  | { readonly value?: undefined; readonly why: string }

/** The shortest path of versions, the target last. */
export function upgradePath(versions: StackVersions, from: string, to: string): Answer<readonly string[]> {
  const names = Object.keys(versions)
  if (!Object.hasOwn(versions, to))
    return { why: `there is no version ${JSON.stringify(to)}; there are ${names.join(', ')}` }
  const paths: (readonly string[])[] = [[from]]
  const seen = new Set([from])
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const last = path.at(-1)!
    if (last === to) return { value: path.slice(1) }
    for (const name of names) {
      if (seen.has(name) || !sourcesOf(versions, names, name).includes(last)) continue
      seen.add(name)
      paths.push([...path, name])
    }
  }
  return { why: `no upgrade leads from ${from} to ${to}` }
}

function sourcesOf(versions: StackVersions, names: readonly string[], name: string): readonly string[] {
  return versions[name]!.from ?? names.slice(0, names.indexOf(name)).slice(-1)
}

/**
 * The components that differ between two versions, in an order in which every intermediate mixture satisfies the skew rules of the target.
 *
 * @param names the components, dependencies first
 */
export function upgradeOrder(
  versions: StackVersions,
  from: string,
  to: string,
  names: readonly string[],
): Answer<readonly string[]> {
  const old = componentVersions(from, versions[from] ?? {}, names)
  const target = versions[to]!
  const next = componentVersions(to, target, names)
  const changing = names.filter((name) => old[name] !== next[name])
  const rules = target.skew ?? []
  if (target.upgrade !== undefined) return givenOrder(target.upgrade, changing, { old, next, rules })
  const order: string[] = []
  const mixture = { ...old }
  while (order.length < changing.length) {
    const free = changing.filter((name) => !order.includes(name))
    const chosen = free.find((name) => brokenRule({ ...mixture, [name]: next[name]! }, rules) === undefined)
    if (chosen === undefined) {
      const broken = brokenRule({ ...mixture, [free[0]!]: next[free[0]!]! }, rules)!
      return { why: `no order of upgrades keeps the rule for ${broken.of} with ${broken.with}` }
    }
    mixture[chosen] = next[chosen]!
    order.push(chosen)
  }
  return { value: order }
}

interface Change {
  readonly old: Texts
  readonly next: Texts
  readonly rules: readonly SkewRule[]
}

/** Components missing from the order are upgraded last. */
function givenOrder(
  given: readonly string[],
  changing: readonly string[],
  { old, next, rules }: Change,
): Answer<readonly string[]> {
  const order = [
    ...given.filter((name) => changing.includes(name)),
    ...changing.filter((name) => !given.includes(name)),
  ]
  const mixture: Record<string, string> = { ...old }
  for (const name of order) {
    mixture[name] = next[name]!
    const broken = brokenRule(mixture, rules)
    if (broken !== undefined) {
      const pair = `${broken.of} ${mixture[broken.of]} with ${broken.with} ${mixture[broken.with]}`
      return { why: `after the upgrade of ${name}, the rule for ${pair} is broken` }
    }
  }
  return { value: order }
}

function brokenRule(mixture: Texts, rules: readonly SkewRule[]): SkewRule | undefined {
  return rules.find((rule) => {
    const [of, other] = [mixture[rule.of], mixture[rule.with]]
    return of !== undefined && other !== undefined && !rule.allows(of, other)
  })
}

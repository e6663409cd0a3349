/** The kinds served now. Built-in ones never change; custom ones are added and removed with their definitions. */
import type { ServedKind } from './served-kind.ts'

export class KindRegistry {
  /** By `group/version/plural`. */
  readonly #served = new Map<string, ServedKind>()

  #generation = 0

  /** Incremented with every change, so that derived data can detect that it is stale. */
  get generation(): number {
    return this.#generation
  }

  add(kind: ServedKind): void {
    this.#served.set(pathOf(kind.group, kind.version, kind.plural), kind)
    this.#generation++
  }

  remove(kind: ServedKind): void {
    if (this.#served.delete(pathOf(kind.group, kind.version, kind.plural))) this.#generation++
  }

  find(group: string, version: string, plural: string): ServedKind | undefined {
    return this.#served.get(pathOf(group, version, plural))
  }

  findKind(group: string, version: string, kind: string): ServedKind | undefined {
    return this.all().find((one) => one.group === group && one.version === version && one.kind === kind)
  }

  hasVersion(group: string, version: string): boolean {
    return this.all().some((one) => one.group === group && one.version === version)
  }

  /** Whether the group is built in: built-in groups answer for all paths below them, served or not. */
  isBuiltIn(group: string): boolean {
    return this.all().some((one) => one.group === group && !one.isCustom)
  }

  /** In the order they were added. */
  all(): readonly ServedKind[] {
    return [...this.#served.values()]
  }
}

function pathOf(group: string, version: string, plural: string): string {
  return `${group}/${version}/${plural}`
}

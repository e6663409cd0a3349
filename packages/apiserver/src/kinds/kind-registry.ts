/** Which kinds are served now. Built-in ones never change; custom ones come and go with their definitions. */
import type { ServedKind } from './served-kind.ts'

export class KindRegistry {
  /** By `group/version/plural`. */
  readonly #served = new Map<string, ServedKind>()

  #generation = 0

  /** Grows with every change, so that what was derived from the registry knows when it is stale. */
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

  /** Whether the group is built in: such answer for everything below them, be it served or not. */
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

/** Keys ordered by the version they wait for, so that an event only touches the keys it completes. */
import { compareResourceVersions } from '@kubewright/core/object'

interface Waiter {
  readonly version: string
  readonly key: string
}

export class AwaitedVersions {
  /** Oldest version first, from `#next` on. */
  #waiting: Waiter[] = []
  #next = 0

  get size(): number {
    return this.#waiting.length - this.#next
  }

  /** Responses arrive nearly in version order: the position is searched from the end. */
  add(version: string, key: string): void {
    let at = this.#waiting.length
    while (at > this.#next && compareResourceVersions(this.#waiting[at - 1]!.version, version) > 0) at--
    this.#waiting.splice(at, 0, { version, key })
  }

  /** Removes and returns the keys waiting for `version` or older, oldest first. A key added twice is returned twice. */
  take(version: string): readonly string[] {
    const keys: string[] = []
    for (let one = this.#first; one !== undefined && !isOlder(version, one.version); one = this.#first) {
      keys.push(one.key)
      this.#next++
    }
    if (this.#next > 1_000 || this.size === 0) this.#tidy()
    return keys
  }

  get #first(): Waiter | undefined {
    return this.#waiting[this.#next]
  }

  #tidy(): void {
    this.#waiting = this.#waiting.slice(this.#next)
    this.#next = 0
  }
}

function isOlder(version: string, than: string): boolean {
  return compareResourceVersions(version, than) < 0
}

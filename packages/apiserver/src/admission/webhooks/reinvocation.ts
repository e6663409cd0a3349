/** Reinvocation of webhooks and policies after the object changed. */
import { deepEqual } from '@kubewright/core/json'
import type { Draft } from '../../object/draft.ts'
import type { Round } from '../../kinds/admission.ts'

/** The state of one plugin for one write. */
export class Reinvocation {
  /** Called since the last change, and reinvocable. */
  #asked = new Set<string>()
  readonly #again = new Set<string>()
  #last: Draft | undefined

  /** The state of `plugin`, created in its first round. */
  static of(plugin: string, { memory }: Round): Reinvocation {
    let known = memory.get(plugin) as Reinvocation | undefined
    if (known === undefined) memory.set(plugin, (known = new Reinvocation()))
    return known
  }

  /** At the start of a round: detects changes by other plugins since the end of this plugin's last round. */
  begin(object: Draft | undefined, { isSecond }: Round): void {
    if (isSecond && !deepEqual(this.#last as never, object as never)) this.noteChange()
  }

  end(object: Draft | undefined): void {
    this.#last = object === undefined ? undefined : (JSON.parse(JSON.stringify(object)) as Draft)
  }

  mayAsk(id: string, { isSecond }: Round): boolean {
    return !isSecond || this.#again.has(id)
  }

  noteAsked(id: string): void {
    this.#asked.add(id)
  }

  /** The object changed: everything called before is due again. */
  noteChange(): void {
    for (const id of this.#asked) this.#again.add(id)
    this.#asked = new Set()
  }
}

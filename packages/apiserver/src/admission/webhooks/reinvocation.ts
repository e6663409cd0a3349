/** Who is asked once more, because the object changed after they were asked. */
import { deepEqual } from '@kubewright/core'
import type { Draft } from '../../object/draft.ts'
import type { Round } from '../admission.ts'

/** What one plugin remembers of those it asked; all of one write. */
export class Reinvocation {
  /** Asked since the last change, and willing to be asked again. */
  #asked = new Set<string>()
  readonly #again = new Set<string>()
  #last: Draft | undefined

  /** The memory of `plugin`, made with its first round. */
  static of(plugin: string, { memory }: Round): Reinvocation {
    let known = memory.get(plugin) as Reinvocation | undefined
    if (known === undefined) memory.set(plugin, (known = new Reinvocation()))
    return known
  }

  /** At the beginning of a round: whether others have changed the object since this plugin was through with it. */
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

  /** The object is another one: everybody who was asked before has to be asked again. */
  noteChange(): void {
    for (const id of this.#asked) this.#again.add(id)
    this.#asked = new Set()
  }
}

/** A watch of a simulated process: changes in order, each with a delay, until it is cut. */
import { type Change, fault } from './simulated-api.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** The connection between a watch and the server. */
export interface Wire {
  readonly time: SimulatedTime
  readonly deliver: (run: () => void) => void
  readonly transitMs: () => number
  /** Whether the connection is currently cut. */
  readonly isCut: () => boolean
}

export class SimulatedWatch {
  stalledUntil = 0
  readonly #changes: Change[] = []
  readonly #since: (version: number) => readonly Change[]
  readonly #wire: Wire
  #version: number
  #isPulling = false
  #end: Error | 'over' | undefined
  #wake: (() => void) | undefined

  constructor(version: number, since: (version: number) => readonly Change[], wire: Wire) {
    this.#version = version
    this.#since = since
    this.#wire = wire
  }

  /** There may be new changes: they arrive after a delay. */
  pull(): void {
    if (this.#isPulling || this.#end !== undefined) return
    this.#isPulling = true
    const { time, transitMs, deliver } = this.#wire
    time.at(Math.max(time.now + transitMs(), this.stalledUntil), () => {
      this.#isPulling = false
      deliver(() => this.#receive())
    })
  }

  #receive(): void {
    if (this.#end !== undefined) return
    if (this.#wire.isCut()) return this.break()
    if (this.#wire.time.now < this.stalledUntil) return this.pull()
    try {
      for (const change of this.#since(this.#version)) {
        this.#changes.push(change)
        this.#version = change.version
      }
    } catch (error) {
      this.#end = error as Error
    }
    this.#wake?.()
  }

  break(): void {
    this.#end ??= fault('KW_CLIENT_CONNECTION_LOST', 'go on watching')
    this.#wire.deliver(() => this.#wake?.())
  }

  end(): void {
    this.#end ??= 'over'
    this.#wake?.()
  }

  /** Resolves to `undefined` once the watch has ended. */
  async next(): Promise<Change | undefined> {
    for (;;) {
      const change = this.#changes.shift()
      if (change !== undefined) return change
      if (this.#end === 'over') return undefined
      if (this.#end !== undefined) throw this.#end
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

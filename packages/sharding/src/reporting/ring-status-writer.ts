/**
 * Writes the state of the leading sharder to the status of the `ControllerRing`. Writes only changes, at most once in five
 * seconds. Nothing waits for it, and only users read it.
 */
import { type Client, isAlreadyExists, isConflict, isNotFound } from '@kubewright/client'
import { type Clock, type Logger, sleep } from '@kubewright/core'
import { ControllerRing } from '../ring/controller-ring.ts'
import type { RingSettings } from '../ring/ring-settings.ts'
import { type RingFacts, ringStatus } from './ring-status.ts'

export interface RingStatusWriterOptions {
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly ring: string
  readonly namespace: string
  readonly settings: RingSettings
  readonly facts: () => RingFacts
  /** Whether the process leads right now. */
  readonly mayAct: () => boolean
}

const writeEvery = '5s'

export class RingStatusWriter {
  readonly #options: RingStatusWriterOptions
  #failure = ''

  constructor(options: RingStatusWriterOptions) {
    this.#options = options
  }

  /** Runs until its signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log, ring, settings, mayAct } = this.#options
    while (!signal.aborted) {
      await sleep(clock, writeEvery, signal).catch(() => undefined)
      if (signal.aborted || !settings.isFollowed || !mayAct()) continue
      try {
        await this.#write(signal)
        this.#failure = ''
      } catch (error) {
        // Logged once: a denied write will be denied again in five seconds.
        const text = (error as Error).message
        if (text !== this.#failure && !signal.aborted)
          log.warn('ring status could not be written, will retry', { ring, error })
        this.#failure = text
      }
    }
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { client, clock, settings, facts, ring: name, namespace } = this.#options
    const there = settings.object
    if (there === undefined) return this.#create(signal)
    const before = { status: there.status as never, generation: there.metadata.generation }
    const status = ringStatus(facts(), before, clock.now())
    if (status === undefined) return
    // With resourceVersion: a newer leader may have written since.
    const { resourceVersion, uid } = there.metadata
    const patch = { metadata: { resourceVersion, uid }, status }
    await client.status.patch(ControllerRing, { namespace, name }, patch as never, { signal }).catch(unlessOther)
  }

  async #create(signal: AbortSignal): Promise<void> {
    const { client, ring: name, namespace } = this.#options
    await client.create(ControllerRing, { metadata: { name, namespace }, spec: {} }, { signal }).catch(unlessOther)
  }
}

/** Another client was faster: the watch delivers the current state. */
function unlessOther(error: unknown): undefined {
  if (isConflict(error) || isNotFound(error) || isAlreadyExists(error)) return undefined
  throw error
}

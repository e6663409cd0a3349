/** Finds the rings and shows them, once or repeatedly. */
import { type Client, createClient } from '@kubewright/client'
import { isKubewrightError, type Ref, sleep } from '@kubewright/core'
import { findRings, type PlaceExplanation, type RingName, RingReader, type RingReport } from '@kubewright/sharding'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { connectionOf } from '../project/connection.ts'
import { paintFor } from '../terminal/paint.ts'
import { ownSequence } from '../terminal/own-sequence.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { indented } from '../terminal/indented.ts'
import { formatExplanation } from './format-explanation.ts'
import { formatRing } from './format-ring.ts'
import { pollIntervalMs } from './poll-interval.ts'
import type { ShardsOptions } from './shards-command.ts'

const lookEvery = '2s'

/** Failure: `KW_CLI_USAGE`, `KW_SHARDING_UNKNOWN`, and as the client fails. */
export async function runShards(input: Input<ShardsOptions>, terminal: Terminal): Promise<ExitCode> {
  const { options, args } = input
  const wanted = args[0] === undefined ? undefined : objectOf(args)
  const connection = await connectionOf(options, terminal)
  await using client = createClient(connection, { fieldManager: 'kubewright-shards', clock: terminal.clock })
  const view = new Rings(client, input, terminal)
  if (wanted !== undefined) await view.explain(wanted)
  else if (options.watch) await view.watch()
  else view.write(await view.read())
  return 0
}

interface WantedObject {
  readonly kind: string
  readonly ref: Ref
}

function objectOf([, kind, text]: readonly string[]): WantedObject {
  const [first = '', second, ...more] = text?.split('/') ?? []
  const isWhole = kind !== undefined && first !== '' && second !== '' && more.length === 0
  if (!isWhole) throw usageError({ name: 'shards' }, 'explain needs a kind and an object: KIND NAMESPACE/NAME')
  return { kind, ref: second === undefined ? { name: first } : { namespace: first, name: second } }
}

class Rings {
  readonly #client: Client
  readonly #input: Input<ShardsOptions>
  readonly #terminal: Terminal
  /** Kept between reads: a reader judges expiry by its earlier observations. */
  readonly #readers = new Map<string, RingReader>()

  constructor(client: Client, input: Input<ShardsOptions>, terminal: Terminal) {
    this.#client = client
    this.#input = input
    this.#terminal = terminal
  }

  async read(signal = this.#terminal.signal): Promise<readonly RingReport[]> {
    const rings = await this.#find()
    const reports = await Promise.all(rings.map((ring) => this.#readerOf(ring).read(signal).catch(unlessUnknown)))
    const found = reports.filter((one): one is RingReport => !(one instanceof Error))
    // A ring may have lost its last lease since it was found. That is an error only for a ring requested by name.
    if (found.length === 0 && reports[0] instanceof Error && this.#input.options.ring !== undefined) throw reports[0]
    return found
  }

  write(reports: readonly RingReport[]): void {
    const { stdout, clock } = this.#terminal
    if (this.#input.isJson) return void stdout.write(`${JSON.stringify({ rings: reports }, undefined, 2)}\n`)
    stdout.write(this.#text(reports, clock.now()))
  }

  /** Runs until aborted. A failed read is retried with the next. */
  async watch(): Promise<void> {
    const { signal, clock, stderr } = this.#terminal
    while (!signal.aborted) {
      const began = clock.elapsed()
      try {
        this.#redraw(await this.read())
      } catch (error) {
        if (signal.aborted) break
        stderr.write(`kubewright: ${indented((error as Error).message)}\n`)
      }
      await sleep(clock, pollIntervalMs(clock.elapsed() - began, lookEvery), signal).catch(() => undefined)
    }
  }

  /** Several rings may shard the same object: each explains its own view. */
  async explain({ kind, ref }: WantedObject): Promise<void> {
    const { stdout, signal } = this.#terminal
    const rings = await this.#find()
    if (rings.length === 0) throw usageError({ name: 'shards' }, 'the cluster has no ring')
    const answers = await Promise.all(
      rings.map((ring) => this.#readerOf(ring).explain(kind, ref, signal).catch(unlessUnknown)),
    )
    const known = answers.filter((one): one is PlaceExplanation => !(one instanceof Error))
    if (known.length === 0) throw answers[0]
    if (this.#input.isJson) stdout.write(`${JSON.stringify({ explanations: known }, undefined, 2)}\n`)
    else stdout.write(known.map((one) => formatExplanation(one, this.#terminal.clock.now(), this.#paint)).join('\n'))
  }

  /** With `--ring` and `--namespace` no search is needed, and no permission to list all leases. */
  async #find(): Promise<readonly RingName[]> {
    const { ring, namespace } = this.#input.options
    if (ring !== undefined && namespace !== undefined) return [{ ring, namespace }]
    const found = await findRings(this.#client, {
      signal: this.#terminal.signal,
      ...(namespace === undefined ? {} : { namespace }),
    })
    const wanted = found.filter((one) => ring === undefined || one.ring === ring)
    // The reader then reports that there is no such ring, and lists those that exist.
    if (ring !== undefined && wanted.length === 0) return [{ ring, namespace: namespace ?? 'default' }]
    return wanted
  }

  #readerOf({ ring, namespace }: RingName): RingReader {
    const key = `${namespace}/${ring}`
    const known = this.#readers.get(key)
    if (known !== undefined) return known
    const reader = new RingReader({ client: this.#client, clock: this.#terminal.clock, ring, namespace })
    this.#readers.set(key, reader)
    return reader
  }

  #redraw(reports: readonly RingReport[]): void {
    const { stdout, clock } = this.#terminal
    if (this.#input.isJson) return void stdout.write(`${JSON.stringify({ rings: reports })}\n`)
    const text = this.#text(reports, clock.now())
    stdout.write(stdout.isTTY === true ? `${ownSequence('\u001b[H\u001b[2J')}${text}` : `${text}\n`)
  }

  #text(reports: readonly RingReport[], now: number): string {
    const { namespace } = this.#input.options
    const where = namespace === undefined ? 'in this cluster' : `in the namespace ${namespace}`
    if (reports.length === 0) return `No sharded controller ${where}: no shard has a lease.\n`
    return reports.map((report) => formatRing(report, now, this.#paint)).join('\n')
  }

  get #paint() {
    return paintFor(this.#terminal.stdout, this.#terminal)
  }
}

function unlessUnknown(error: unknown): Error {
  if (isKubewrightError(error, 'KW_SHARDING_UNKNOWN')) return error
  throw error
}

/**
 * What a person sees of `kubewright dev`: a line for each thing that happens and, on a terminal, a last line that says how all
 * of it stands. In a pipe there are only lines.
 */
import type { Clock } from '@kubewright/core'
import { formatRef } from '@kubewright/core'
import { paintFor, type Paint } from '../terminal/paint.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { formatReconcile } from './format-reconcile.ts'
import type { ReconcileMessage } from './reconcile-message.ts'

/** More lines than this in a second are nobody's to read. */
const linesASecond = 40

export class DevView implements Disposable {
  readonly #terminal: Terminal
  readonly #paint: Paint
  readonly #clock: Clock
  readonly #failing = new Set<string>()
  #operator = 'starting'
  #reconciles = 0
  #second = 0
  #lines = 0
  #unshown = 0
  #summary: Disposable | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#clock = terminal.clock
    this.#paint = paintFor(terminal.stdout, terminal)
  }

  /** Something that was done. */
  step(text: string): void {
    this.#print(`${this.#paint.green('•')} ${text}`)
  }

  /** Something that went wrong. */
  problem(text: string): void {
    this.#print(`${this.#paint.red('!')} ${text}`)
  }

  /** A line the operator wrote. */
  line(text: string): void {
    if (this.#isWorthALine()) this.#print(`${this.#paint.dim('│')} ${text}`)
  }

  operatorIs(state: string): void {
    this.#operator = state
    if (state === 'starting') this.#failing.clear()
    this.#redraw()
  }

  reconciled(message: ReconcileMessage): void {
    this.#reconciles++
    const object = `${message.controller} ${formatRef(message.object)}`
    if (message.result.type === 'error') this.#failing.add(object)
    else this.#failing.delete(object)
    if (this.#isWorthALine()) this.#print(formatReconcile(message, this.#paint))
  }

  [Symbol.dispose](): void {
    this.#summary?.[Symbol.dispose]()
    this.#clearFooter()
  }

  /** A flood is counted instead of shown; the count follows when the second is over. */
  #isWorthALine(): boolean {
    const second = Math.floor(this.#clock.elapsed() / 1_000)
    if (second !== this.#second) [this.#second, this.#lines] = [second, 0]
    if (this.#lines++ < linesASecond) return true
    this.#unshown++
    this.#summary ??= this.#clock.schedule(1_000, () => this.#summarise())
    return false
  }

  #summarise(): void {
    this.#summary = undefined
    this.#print(this.#paint.dim(`… and ${this.#unshown} more lines in that second`))
    this.#unshown = 0
  }

  #print(text: string): void {
    this.#clearFooter()
    this.#terminal.stdout.write(`${text}\n`)
    this.#drawFooter()
  }

  #redraw(): void {
    this.#clearFooter()
    this.#drawFooter()
  }

  /** Whatever the last line holds: our own words, or those of a progress that somebody shows meanwhile. */
  #clearFooter(): void {
    if (this.#terminal.stdout.isTTY) this.#terminal.stdout.write('\r\u001b[K')
  }

  #drawFooter(): void {
    const { stdout } = this.#terminal
    if (!stdout.isTTY) return
    const failing = this.#failing.size === 0 ? '' : ` · ${this.#failing.size} failing`
    const text = `operator ${this.#operator} · ${this.#reconciles} reconciles${failing} · Ctrl-C stops`
    stdout.write(this.#paint.dim(text.slice(0, (stdout.columns ?? 80) - 1)))
  }
}

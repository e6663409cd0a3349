/**
 * The output of `kubewright dev`: a line for each event and, on a terminal, a status panel below. A pipe gets lines only;
 * `--json` writes JSON.
 */
import type { Clock } from '@kubewright/core'
import { paintFor, type Paint } from '../terminal/paint.ts'
import type { Output, Terminal } from '../terminal/terminal.ts'
import type { DevEvent } from './dev-event.ts'
import { DevState } from './dev-state.ts'
import { formatEvent } from './format-event.ts'
import { LiveLines } from './live-lines.ts'
import { formatPanel } from './format-panel.ts'

export interface DevView extends Disposable {
  tell(event: DevEvent): void
}

/** More lines than this in a second cannot be read. */
const linesASecond = 40
/** How often the countdowns are redrawn. */
const tickMs = 1_000

export function devView(terminal: Terminal, { isJson }: { readonly isJson: boolean }): DevView {
  return isJson ? jsonView(terminal.stdout) : new LiveView(terminal)
}

/** One JSON object a line. */
function jsonView(stdout: Output): DevView {
  return {
    tell: (event) => event.type !== 'hint' && stdout.write(`${JSON.stringify(event)}\n`),
    [Symbol.dispose]: () => undefined,
  }
}

class LiveView implements DevView {
  readonly #paint: Paint
  readonly #clock: Clock
  readonly #state = new DevState()
  readonly #lines: LiveLines
  #second = 0
  #shown = 0
  #unshown = 0
  #summary: Disposable | undefined
  #tick: Disposable | undefined
  readonly #resizing: Disposable | undefined

  constructor(terminal: Terminal) {
    const { stdout, clock } = terminal
    this.#clock = clock
    this.#paint = paintFor(stdout, terminal)
    this.#lines = new LiveLines(stdout, terminal.environment, (screen) =>
      formatPanel(this.#state, screen, clock.now(), this.#paint),
    )
    this.#resizing = this.#lines.isLive ? followSize(stdout, () => this.#lines.redraw()) : undefined
    if (this.#lines.isLive) this.#countDown()
  }

  tell(event: DevEvent): void {
    this.#state.take(event)
    const text = formatEvent(event, this.#paint)
    const isFlood = event.type === 'reconcile' || event.type === 'line'
    if (text !== undefined && (!isFlood || this.#isWorthALine())) this.#lines.print(text)
    else this.#lines.redraw()
  }

  [Symbol.dispose](): void {
    this.#summary?.[Symbol.dispose]()
    this.#tick?.[Symbol.dispose]()
    this.#resizing?.[Symbol.dispose]()
    this.#lines.clear()
  }

  /** Lines above the limit are counted. The count is printed when the second is over. */
  #isWorthALine(): boolean {
    const second = Math.floor(this.#clock.elapsed() / 1_000)
    if (second !== this.#second) [this.#second, this.#shown] = [second, 0]
    if (this.#shown++ < linesASecond) return true
    this.#unshown++
    this.#summary ??= this.#clock.schedule(1_000, () => this.#summarise())
    return false
  }

  #summarise(): void {
    this.#summary = undefined
    this.#lines.print(this.#paint.dim(`… and ${this.#unshown} more lines in that second`))
    this.#unshown = 0
  }

  #countDown(): void {
    this.#tick = this.#clock.schedule(tickMs, () => {
      if (this.#state.objects.some(({ due }) => due !== undefined)) this.#lines.redraw()
      this.#countDown()
    })
  }
}

function followSize(stdout: Output, redraw: () => void): Disposable {
  stdout.on?.('resize', redraw)
  return { [Symbol.dispose]: () => void stdout.off?.('resize', redraw) }
}

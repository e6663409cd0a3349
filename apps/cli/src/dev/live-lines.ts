/** Scrolling lines with a panel below that is redrawn. Without a terminal, only the lines. */
import { ownSequence, withoutSequences } from '../terminal/own-sequence.ts'
import type { Output, Terminal } from '../terminal/terminal.ts'
import type { Screen } from './format-panel.ts'

export class LiveLines {
  /** Whether the output is a terminal that can redraw. */
  readonly isLive: boolean
  readonly #output: Output
  readonly #panel: (screen: Screen) => readonly string[]
  /** The panel on the screen. The cursor is at the end of its last line. */
  #drawn: readonly string[] = []

  constructor(output: Output, environment: Terminal['environment'], panel: (screen: Screen) => readonly string[]) {
    this.#output = output
    this.#panel = panel
    this.isLive = output.isTTY === true && environment['TERM'] !== 'dumb'
  }

  print(text: string): void {
    if (!this.isLive) return void this.#output.write(`${text}\n`)
    this.#output.write(`${this.#erasing()}${text}\n${this.#drawing()}`)
  }

  redraw(): void {
    if (this.isLive) this.#output.write(`${this.#erasing()}${this.#drawing()}`)
  }

  clear(): void {
    if (this.isLive) this.#output.write(this.#erasing())
    this.#drawn = []
  }

  /** Erases from the first panel line to the end of the screen, including output of other programs over the last line. */
  #erasing(): string {
    const { columns } = this.#screen()
    // On a terminal that became narrower, a line wraps to several rows.
    const rows = this.#drawn.map((line) => Math.max(1, Math.ceil(withoutSequences(line).length / columns)))
    const up = rows.reduce((sum, count) => sum + count, 0) - 1
    return ownSequence(`\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[J`)
  }

  #drawing(): string {
    this.#drawn = this.#panel(this.#screen())
    return this.#drawn.join('\n')
  }

  #screen(): Screen {
    const { columns, rows } = this.#output
    return { columns: columns || 80, rows: rows || 24 }
  }
}

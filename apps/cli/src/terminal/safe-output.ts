/**
 * The only path by which text reaches a terminal. Control characters in text of servers, logs or files are escaped; only this
 * command's own sequences pass.
 * See decision 0282.
 */
import { escapeControls } from '@kubewright/core/input'
import { readSequences } from './own-sequence.ts'
import type { Output } from './terminal.ts'

/** @param canDraw whether the terminal understands cursor movements; otherwise it is treated as a pipe */
export function safeOutput(output: Output, canDraw = true): Output {
  return {
    write: (text) => output.write(safeText(text)),
    get isTTY() {
      return canDraw && output.isTTY === true
    },
    get columns() {
      return output.columns ?? 0
    },
    get rows() {
      return output.rows ?? 0
    },
    on: (event, listener) => output.on?.(event, listener),
    off: (event, listener) => output.off?.(event, listener),
  }
}

function safeText(text: string): string {
  return readSequences(text, {
    text: (part) => escapeControls(part, { keepsLines: true }),
    sequence: (part) => part,
  })
}

/**
 * The one place where text reaches a terminal. Whatever a server, a log or a file said is shown with its control characters
 * escaped; only sequences of this command itself are sent as they are.
 */
import { escapeControls } from '@kubewright/core'
import { readSequences } from './own-sequence.ts'
import type { Output } from './terminal.ts'

/** @param canDraw whether a terminal there understands what moves the cursor; otherwise it is treated as a pipe */
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

/** A table with columns as wide as their contents. Pure. */
import { escapeControls } from '@kubewright/core/input'

/** @param paint colours a cell once its width is known */
export function formatTable(
  given: readonly (readonly string[])[],
  paint: (text: string, row: number, column: number) => string = (text) => text,
): readonly string[] {
  const rows = given.map((cells) => cells.map((cell) => escapeControls(cell))) // a cell is one line
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((cells, row) =>
    cells
      .map((cell, column) => paint(column === cells.length - 1 ? cell : cell.padEnd(widths[column]!), row, column))
      .join('  ')
      .trimEnd(),
  )
}

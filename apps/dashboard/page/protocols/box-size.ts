/** The width of boxes, and text truncated to fit. Pure; the fonts are those of `dashboard.css`. */
import type { DrawnBox } from './protocol-shapes.ts'

/** The average width of a character, in pixels. */
const [titlePixels, textPixels] = [7.9, 6.5]
const [narrowest, widest] = [116, 240]
/** The mark on the left, and padding. */
const margins = 30

/** One width for all: as wide as the longest text, within limits. */
export function boxWidth(boxes: readonly DrawnBox[]): number {
  const longest = boxes.map(({ title, text }) => Math.max(title.length * titlePixels, text.length * textPixels))
  return Math.round(Math.min(widest, Math.max(narrowest, margins + Math.max(0, ...longest))))
}

export function fitted(text: string, width: number, line: 'title' | 'text'): string {
  const most = Math.floor((width - margins) / (line === 'title' ? titlePixels : textPixels))
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

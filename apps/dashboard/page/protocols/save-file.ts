/** Downloads a file through the browser. */
import { later } from '../browser-clock.ts'

export function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started reading it by then.
  later(10_000, () => URL.revokeObjectURL(url))
}

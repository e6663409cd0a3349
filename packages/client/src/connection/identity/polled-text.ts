/** A text of an identity: inline, or in a file that is rotated. */
import type { Clock } from '@kubewright/core'
import { type FromFile, isFromFile, type TokenFromFile } from '../connection-config.ts'
import { revealed, type Sensitive } from '../secret-text.ts'
import { WatchedFile } from '../watched-file.ts'

export interface PolledText {
  text(): Promise<string>
  /** Reads it now; returns whether it changed. */
  reread(): Promise<boolean>
}

export function polledText(source: Sensitive | FromFile | TokenFromFile, purpose: string, clock: Clock): PolledText {
  if (!isFromFile<FromFile | TokenFromFile>(source)) {
    return { text: async () => revealed(source), reread: async () => false }
  }
  const file = new WatchedFile(source.file, purpose, clock)
  const initial = 'initial' in source ? source.initial : undefined
  if (initial === undefined) return file
  return {
    text: () => file.text().catch(() => revealed(initial)), // used until the file can be read
    reread: () => file.reread().catch(() => false),
  }
}

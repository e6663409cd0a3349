/**
 * Colours and cursor movements of this command, told apart from those that came with somebody's text: each carries a word that
 * is drawn when the process starts and that nobody outside knows.
 */
import { systemIds } from '@kubewright/core'

/** Not characters: Unicode keeps them for such uses inside a program. */
const [begin, end] = ['\ufdd0', '\ufdd1']
const word = systemIds.uuid()
const marked = new RegExp(`${begin}${word}([^${end}]*)${end}`, 'g')

/** For text that may contain control characters because this program put them there. */
export function ownSequence(text: string): string {
  return `${begin}${word}${text.replaceAll(end, '\ufffd')}${end}`
}

export interface SequenceReader {
  /** Of what lies between the sequences. */
  readonly text: (text: string) => string
  readonly sequence: (text: string) => string
}

/** Puts a text together anew. */
export function readSequences(text: string, read: SequenceReader): string {
  // The parts of a text split by an expression with one group: text and sequences in turn.
  return text
    .split(marked)
    .map((part, index) => (index % 2 === 0 ? read.text(part) : read.sequence(part)))
    .join('')
}

/** What is seen of it: without colours and movements. */
export function withoutSequences(text: string): string {
  return readSequences(text, { text: (part) => part, sequence: () => '' })
}

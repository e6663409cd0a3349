/**
 * Distinguishes the escape sequences of this command from those in foreign text: each carries a random token that is drawn at
 * process start and known only to this process.
 */
import { systemIds } from '@kubewright/core/random'

/** Noncharacters, which Unicode reserves for internal use. */
const [begin, end] = ['\ufdd0', '\ufdd1']
const word = systemIds.uuid()
const marked = new RegExp(`${begin}${word}([^${end}]*)${end}`, 'g')

/** Marks text whose control characters come from this program. */
export function ownSequence(text: string): string {
  return `${begin}${word}${text.replaceAll(end, '\ufffd')}${end}`
}

export interface SequenceReader {
  /** Maps the text between the sequences. */
  readonly text: (text: string) => string
  readonly sequence: (text: string) => string
}

/** Rebuilds a text from its mapped parts. */
export function readSequences(text: string, read: SequenceReader): string {
  // Splitting by an expression with one group alternates text and sequences.
  return text
    .split(marked)
    .map((part, index) => (index % 2 === 0 ? read.text(part) : read.sequence(part)))
    .join('')
}

/** The visible text, without colours and cursor movements. */
export function withoutSequences(text: string): string {
  return readSequences(text, { text: (part) => part, sequence: () => '' })
}

/** A moment of a story in one sentence, for the list and for screen readers. Pure. */
import type { StoryMoment } from '@kubewright/dashboard/exploration'

export function momentText({ type, from, to, text, sent, answer, struck }: StoryMoment): string {
  switch (type) {
    case 'call': {
      const end = [answer, struck?.text].filter((part) => part !== undefined).join(', but ')
      return `${from} to ${to}: ${text}${sent === undefined ? '' : ` ${sent}`}${end === '' ? '' : ` → ${end}`}`
    }
    case 'event':
      return `${to} gets the watch event: ${text}`
    case 'begin':
    case 'end':
      return `${from} ${text}`
    case 'wait':
      return `the user ${text}`
    default:
      return text
  }
}

/** The index of the first fault. */
export function firstFault(moments: readonly StoryMoment[]): number {
  return moments.findIndex(({ type, struck }) => type === 'fault' || struck !== undefined)
}

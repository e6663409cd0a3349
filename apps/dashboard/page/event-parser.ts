/** Parses server-sent events from chunks. Pure. */

export interface ParsedEvent {
  readonly type: string
  readonly data: string
}

export class EventParser {
  /** Chunks since the last complete event. Joined only once it is complete: a large table arrives in many chunks. */
  #parts: string[] = []

  take(piece: string): readonly ParsedEvent[] {
    const events: ParsedEvent[] = []
    let rest = piece
    // The end of an event may span two chunks.
    if (rest.startsWith('\n') && this.#parts.at(-1)?.endsWith('\n')) {
      events.push(...this.#end(''))
      rest = rest.slice(1)
    }
    for (let at = rest.indexOf('\n\n'); at >= 0; at = rest.indexOf('\n\n')) {
      events.push(...this.#end(rest.slice(0, at)))
      rest = rest.slice(at + 2)
    }
    if (rest !== '') this.#parts.push(rest)
    return events
  }

  #end(last: string): readonly ParsedEvent[] {
    const text = [...this.#parts, last].join('')
    this.#parts = []
    let type = 'message'
    const data: string[] = []
    for (const line of text.split('\n')) {
      if (line.startsWith('event:')) type = line.slice(6).trim()
      else if (line.startsWith('data:')) data.push(line.slice(5).trimStart())
    }
    return data.length === 0 ? [] : [{ type, data: data.join('\n') }]
  }
}

/** A body whose text is there already. */
import type { TransportBody } from './transport.ts'

/** A body with this text. Unlike one from a network it can be read again. */
export function textBody(text: string): TransportBody {
  return {
    text: async () => text,
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text)
    },
  }
}

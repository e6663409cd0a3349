/** The client side of a WebSocket for tests, which can also write invalid frames. */
import type { Duplex } from 'node:stream'

export interface ClientFrame {
  readonly opcode?: number
  readonly isLast?: boolean
  readonly isMasked?: boolean
}

/** @param payload text or bytes */
export function clientFrame(
  payload: string | Buffer,
  { opcode = 2, isLast = true, isMasked = true }: ClientFrame = {},
): Buffer {
  const bytes = Buffer.from(payload)
  const mask = Buffer.from([1, 2, 3, 4])
  const length = bytes.length < 126 ? Buffer.from([bytes.length]) : Buffer.alloc(3, 126)
  if (bytes.length >= 126) length.writeUInt16BE(bytes.length, 1)
  length[0]! |= isMasked ? 0x80 : 0
  const masked = isMasked ? Buffer.from(bytes.map((byte, at) => byte ^ mask[at % 4]!)) : bytes
  return Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode]), length, ...(isMasked ? [mask] : []), masked])
}

/** All frames that the server wrote until it ended the connection. */
export async function serverFrames(socket: Duplex): Promise<readonly { opcode: number; payload: Buffer }[]> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const frames: { opcode: number; payload: Buffer }[] = []
  for (let left = Buffer.concat(chunks); left.length > 0; ) {
    const short = left[1]!
    const size = short === 126 ? left.readUInt16BE(2) : short === 127 ? Number(left.readBigUInt64BE(2)) : short
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    frames.push({ opcode: left[0]! & 0x0f, payload: left.subarray(start, start + size) })
    left = left.subarray(start + size)
  }
  return frames
}

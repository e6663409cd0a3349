/** Reads the organizations of the subject from a certificate signing request (PKCS #10), and nothing else. */

/** `2.5.4.10` in DER. */
const organizationId = Buffer.from([0x55, 0x04, 0x0a])

const [begin, end] = ['-----BEGIN CERTIFICATE REQUEST-----', '-----END CERTIFICATE REQUEST-----']

/** The organizations of the subject; undefined if the text is not a request. */
export function organizationsIn(text: string): readonly string[] | undefined {
  const start = text.indexOf(begin)
  const stop = start < 0 ? -1 : text.indexOf(end, start + begin.length)
  if (stop < 0) return undefined
  const body = text.slice(start + begin.length, stop)
  try {
    return readOrganizations(Buffer.from(body, 'base64'))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A request contains the request info, which starts with a version and the subject. */
function readOrganizations(der: Buffer): readonly string[] {
  const [request] = itemsOf(der)
  const [asked] = itemsOf(contentOf(request))
  const [, subject] = itemsOf(contentOf(asked))
  const names = itemsOf(contentOf(subject)).flatMap((set) => itemsOf(set.content))
  return names.flatMap((name) => {
    const [type, value] = itemsOf(name.content)
    return type?.content.equals(organizationId) && value ? [textIn(value)] : []
  })
}

interface Item {
  readonly tag: number
  readonly content: Buffer
}

const bmpString = 0x1e

function textIn({ tag, content }: Item): string {
  return tag === bmpString ? Buffer.from(content).swap16().toString('utf16le') : content.toString('utf8')
}

function contentOf(item: Item | undefined): Buffer {
  if (item === undefined) throw new RangeError('A value is missing.')
  return item.content
}

/** Consecutive values, each a tag, a length and a content. Failure: a `RangeError` if one is truncated. */
function itemsOf(bytes: Buffer): readonly Item[] {
  const items: Item[] = []
  for (let at = 0; at < bytes.length; ) {
    const { start, end } = extentAt(bytes, at)
    items.push({ tag: bytes.readUInt8(at), content: bytes.subarray(start, end) })
    at = end
  }
  return items
}

function extentAt(bytes: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = bytes.readUInt8(at + 1)
  const size = first & 0x80 ? first & 0x7f : 0
  if (size > 4) throw new RangeError('A length is too long.')
  const length = size === 0 ? first : bytes.readUIntBE(at + 2, size)
  const start = at + 2 + size
  if (start + length > bytes.length) throw new RangeError('A value is cut short.')
  return { start, end: start + length }
}

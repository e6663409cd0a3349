/** Paths of fields, as a user writes them: `status.zoneId`, `metadata.annotations["example.dev/note"]`, `spec.ports[0]`. Pure. */

/** Whether a place in an object is the field or within it. */
export type FieldPath = (keys: readonly string[]) => boolean

const part = String.raw`[^.[\]"']+`
const inBrackets = String.raw`\[(?:\d+|"[^"]*"|'[^']*')\]`
const withBrackets = new RegExp(`^(?:${part}|${inBrackets})(?:\\.${part}|${inBrackets})*$`)
const key = new RegExp(String.raw`\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]|(${part})`, 'g')

/** Whether `text` is a path: brackets are closed, and hold a number or a quoted key. */
export function isFieldPath(text: unknown): text is string {
  return typeof text === 'string' && (!text.includes('[') || withBrackets.test(text))
}

/**
 * A path without brackets also matches keys that contain dots: `metadata.annotations.example.dev/note`. With brackets, each name between
 * dots is one key.
 *
 * @param text as `isFieldPath` accepts it
 */
export function fieldPath(text: string): FieldPath {
  if (!text.includes('[')) {
    return (keys) => {
      const path = keys.join('.')
      return path === text || path.startsWith(`${text}.`)
    }
  }
  const wanted = [...text.matchAll(key)].map(([, ...forms]) => forms.find((form) => form !== undefined)!)
  return (keys) => wanted.every((one, at) => keys[at] === one)
}

/** A command line with a button that copies it. */
import { useState } from 'preact/hooks'

export function CopyLine({ text }: { text: string }) {
  const [told, setTold] = useState('')
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setTold('Copied.'),
      () => setTold('The browser does not allow it: select the line instead.'),
    )
  return (
    <>
      <code class="copied">{text}</code>
      <button type="button" onClick={copy}>
        Copy
      </button>
      <span class="soft" role="status">
        {told}
      </span>
    </>
  )
}

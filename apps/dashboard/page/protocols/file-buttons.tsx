/** Import and export of topologies. Files are processed in the browser and never uploaded. */
import { useRef, useState } from 'preact/hooks'
import { Failure } from '../parts.tsx'
import { exampleTopology } from './example-topology.ts'
import { quickWorker } from './open-session.ts'
import type { ProtocolSession } from './protocol-session.ts'
import { saveFile } from './save-file.ts'

/** Larger files are not read. The library's own limit is lower. */
const mostBytes = 32 * 2 ** 20

export function FileButtons({ session }: { session: ProtocolSession }) {
  const [failure, setFailure] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const run = (work: () => Promise<unknown>) => {
    setFailure('')
    work().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
  }
  const open = async (file: File) => {
    if (file.size > mostBytes) throw new Error(`${file.name} is larger than ${mostBytes / 2 ** 20} MB.`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    session.setText(await quickWorker.ask('importFile', { name: file.name, bytes }))
    await session.check()
  }
  return (
    <div class="actions files">
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A topology as YAML, JSON or CSAR"
        accept=".yaml,.yml,.json,.csar,.zip"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) run(() => open(file))
          currentTarget.value = ''
        }}
      />
      <button type="button" onClick={() => input.current?.click()}>
        Open a file
      </button>
      <button type="button" onClick={() => saveFile('topology.yaml', 'application/yaml', session.text)}>
        Save YAML
      </button>
      <button
        type="button"
        disabled={session.sound === undefined}
        onClick={() =>
          run(async () => {
            const bytes = await quickWorker.ask('exportCsar', { text: session.sound!.text })
            saveFile('topology.csar', 'application/zip', bytes)
          })
        }
      >
        Save CSAR
      </button>
      <button
        type="button"
        disabled={session.text === exampleTopology}
        onClick={() => (session.setText(exampleTopology), void session.check())}
      >
        Example
      </button>
      <Failure text={failure} />
    </div>
  )
}

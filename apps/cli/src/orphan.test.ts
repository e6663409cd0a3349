import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { slow } from './testing/linked-project.ts'

const bin = resolve(import.meta.dirname, '../bin/kubewright.js')

it.runIf(process.platform !== 'win32')(
  'a command started by npm ends when its shell is killed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kubewright-orphan-'))
    const env = { ...process.env, npm_lifecycle_event: 'start' }
    const line = `"${process.execPath}" "${bin}" cluster --port 0 --no-simulation; true` // so that the shell stays
    const shell = spawn('sh', ['-c', line], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [chunk] = (await once(shell.stdout, 'data')) as [Buffer]
      expect(String(chunk)).toMatch(/^ready /)
      shell.kill('SIGTERM')
      // The pipe is the command's, too: it closes when no process holds it any more.
      shell.stdout.resume()
      await once(shell.stdout, 'close')
    } finally {
      await rm(folder, { recursive: true })
    }
  },
  slow,
)

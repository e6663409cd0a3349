import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..')

it('the manifests of webhosting are up to date with its definitions', async () => {
  const command = join(folder, '../../node_modules/.bin/kubewright')
  const { stdout } = await run(process.execPath, [command, 'generate', '--check'], { cwd: folder })
  expect(stdout).toContain('files are up to date')
})

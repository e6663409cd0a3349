import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { slow } from '../testing/linked-project.ts'
import { loadProject } from './load-project.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-load-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (source: string) => writeFile(join(folder, 'kubewright.config.mjs'), source)

describe('a configuration that cannot be loaded', () => {
  it.each([
    {
      name: 'a package that is not installed',
      source: `import 'no-such-package'`,
      says: /Cannot find package 'no-such-package' .*Install what is missing: npm install/,
    },
    {
      name: 'code that ends the process',
      source: `process.exit(0)`,
      says: /ended with exit code 0\. This file may only declare the operator; start programs and servers in main\.ts\./,
    },
    {
      name: 'code that throws',
      source: `\nthrow new Error('boom')`,
      says: /: boom\n {2}at kubewright\.config\.mjs:2/,
    },
    { name: 'a syntax error', source: `const x = {`, says: /Unexpected end of input/ },
    { name: 'no default export', source: ``, says: /it has no default export/ },
  ])(
    'is reported with a remedy: $name',
    async ({ source, says }) => {
      await write(source)
      const failed = loadProject(undefined, fakeTerminal({ cwd: folder }))
      await expect(failed).rejects.toMatchObject({
        code: 'KW_CLI_CONFIG',
        message: expect.stringMatching(says) as string,
      })
    },
    slow,
  )

  it(
    'is killed with the command, even if it blocks the event loop',
    async () => {
      await write(`import { writeFileSync } from 'node:fs'\nwriteFileSync('pid', String(process.pid))\nfor (;;) {}`)
      const stop = new AbortController()
      const loading = loadProject(undefined, fakeTerminal({ cwd: folder, signal: stop.signal }))
      const ended = loading.catch((error: Error) => error.name)
      const pid = await vi.waitFor(async () => Number(await readFile(join(folder, 'pid'), 'utf8')), slow)
      stop.abort()
      expect(await ended).toBe('AbortError')
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), slow)
    },
    slow,
  )
})

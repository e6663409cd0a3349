import { expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'

it.each(['--version', '-V'])('prints only the version with %s', async (flag) => {
  const terminal = fakeTerminal()
  expect(await runCommand([flag], terminal)).toBe(0)
  expect(terminal.written).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) as string, stderr: '' })
})

import { describe, expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { errorCodes } from './generated/error-codes.ts'

async function explain(...args: readonly string[]): Promise<string> {
  const terminal = fakeTerminal()
  expect(await runCommand(['explain', ...args], terminal)).toBe(0)
  return terminal.written.stdout
}

describe('kubewright explain', () => {
  it('prints the meaning and the remedy of a code', async () => {
    expect(await explain('KW_CLI_USAGE')).toBe(`KW_CLI_USAGE (cli)

The command line is not valid.

Cause   A command, argument or option is unknown, missing or superfluous.
Remedy  Run \`kubewright COMMAND --help\` for the arguments and options of a command.
`)
  })

  it.each(['kw_cli_usage', 'cli-usage', 'CLI_USAGE'])('accepts %s as a code', async (code) => {
    expect(await explain(code)).toContain('KW_CLI_USAGE')
  })

  it('lists all codes', async () => {
    expect((await explain()).split('\n')).toHaveLength(errorCodes.length + 1)
  })

  it('lists the exit codes of the command', async () => {
    expect(await explain('exit-codes')).toMatch(/^ {2}0 {2}.*\n {2}1 {2}.*\n {2}2 {2}.*\n {2}3 {2}.*\n130 {2}/)
  })

  it('prints JSON with --json', async () => {
    expect(JSON.parse(await explain('KW_CLI_USAGE', '--json'))).toMatchObject({ code: 'KW_CLI_USAGE', package: 'cli' })
  })

  it('suggests a similar code for a misspelled one', async () => {
    const failed = runCommand(['explain', 'KW_LEASE_LOSS'], fakeTerminal())
    await expect(failed).rejects.toMatchObject({
      code: 'KW_CLI_CODE',
      message: expect.stringContaining('KW_LEASE_LOST'),
    })
    const strange = runCommand(['explain', 'XYZZY'], fakeTerminal())
    await expect(strange).rejects.toThrow('Cannot explain XYZZY: no error has that code. All codes: kubewright explain')
  })
})

import { describe, expect, it } from 'vitest'
import { asksForJson, exitCodeOf, formatFailure } from './command/failure.ts'
import { commands, runCommand } from './program.ts'
import { fakeTerminal } from './testing/fake-terminal.ts'

async function output(...args: readonly string[]): Promise<string> {
  const terminal = fakeTerminal()
  expect(await runCommand(args, terminal)).toBe(0)
  return terminal.written.stdout
}

describe('kubewright --help', () => {
  it('lists every command', async () => {
    const help = await output('--help')
    for (const { name, summary } of commands)
      expect(help).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, 'm'))
    expect(await output()).toBe(help)
    expect(await output('-h')).toBe(help)
  })

  it.each(commands.map(({ name }) => name))('for %s has usage, options and examples', async (name) => {
    const help = await output(name, '--help')
    expect(help).toMatch(/^Usage: kubewright /m)
    expect(help).toMatch(/^ {2}--json /m)
    expect(help).toMatch(/^Examples:\n {2}# \S/m)
    expect(await output('help', name)).toBe(help)
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(130)
  })
})

describe('an invalid command line', () => {
  it.each([
    { name: 'an unknown command', args: ['bake'], says: 'there is no such command' },
    { name: 'an unknown option', args: ['explain', '--loud'], says: "unknown option '--loud'" },
    { name: 'a misspelt command', args: ['chek'], says: 'there is no such command: did you mean check? Commands: ' },
    {
      name: 'a misspelt option',
      args: ['dev', '--aply'],
      says: "unknown option '--aply': did you mean --apply? For its",
    },
    { name: 'an option without its value', args: ['generate', '--config'], says: '--config' },
    { name: 'a missing argument', args: ['add', 'resource'], says: 'NAME is missing' },
    { name: 'one argument too many', args: ['doctor', 'now'], says: '"now" is one argument too many' },
    { name: 'an invalid choice', args: ['generate', 'cake'], says: 'use one of crds, rbac, manifests, docs' },
  ])('is refused: $name', async ({ args, says }) => {
    const failed = runCommand(args, fakeTerminal())
    await expect(failed).rejects.toMatchObject({ code: 'KW_CLI_USAGE', message: expect.stringContaining(says) })
  })
})

describe('a failure of a command', () => {
  const running = { isJson: false, isStopped: false }

  it('is printed as one line, with a command for more', async () => {
    const error = await runCommand(['explain', 'nothing'], fakeTerminal()).catch((reason: unknown) => reason)
    expect(formatFailure(error, running).stderr).toBe(
      'kubewright: Cannot explain nothing: no error has that code. All codes: kubewright explain\n  KW_CLI_CODE: kubewright explain KW_CLI_CODE\n',
    )
    expect(exitCodeOf(error, false)).toBe(3)
  })

  it('is printed as JSON with --json', async () => {
    const error = await runCommand(['bake'], fakeTerminal()).catch((reason: unknown) => reason)
    const { stdout, stderr } = formatFailure(error, { ...running, isJson: true })
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'KW_CLI_USAGE', details: { command: 'bake' } } })
    expect(stderr).toBe('')
    expect(exitCodeOf(error, false)).toBe(2)
  })

  it('mentions KUBEWRIGHT_DEBUG if it is unexpected', () => {
    expect(formatFailure(new Error('boom'), running).stderr).toBe(
      'kubewright: boom\n  Set KUBEWRIGHT_DEBUG=1 for a stack trace.\n',
    )
  })

  it('mentions npm install if a package is missing', () => {
    const error = Object.assign(new Error(`Cannot find package 'zod'`), { code: 'ERR_MODULE_NOT_FOUND' })
    expect(formatFailure(error, running).stderr).toBe(
      `kubewright: Cannot find package 'zod'\n  A package is not installed; run: npm install\n`,
    )
  })

  it('is printed as JSON only if --json belongs to kubewright itself', () => {
    expect(asksForJson(['check', '--json', '--', 'npm', 'test'])).toBe(true)
    expect(asksForJson(['check', '--', 'npm', 'test', '--json'])).toBe(false)
  })

  it('prints only "stopped" after a stop signal', () => {
    expect(formatFailure(new Error('aborted'), { isJson: false, isStopped: true }).stderr).toBe('kubewright: stopped\n')
    expect(exitCodeOf(new Error('aborted'), true)).toBe(130)
  })
})

import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createAuthority } from '@kubewright/core/certificates'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ConnectionInput, ExecPlugin } from '../connection-config.ts'
import { failureOf, failureText } from '../testing/failure.ts'
import { until } from '../testing/sending.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { parseExecCredential } from './exec-credential.ts'
import { type ExecSurroundings, obtainFromPlugin } from './exec-identity.ts'
import { printable } from './printable.ts'

const v1 = 'client.authentication.k8s.io/v1'
const connection: ConnectionInput = { server: 'https://10.0.0.1:6443' }

/** A plugin that is a line of JavaScript; `print` prints an ExecCredential with the given status. */
function plugin(script: string, more: Partial<ExecPlugin> = {}): ExecPlugin {
  const print = `const print = (status) => console.log(JSON.stringify({ apiVersion: '${v1}', kind: 'ExecCredential', status }));`
  return { apiVersion: v1, command: process.execPath, args: ['-e', print + script], interactiveMode: 'Never', ...more }
}

function surroundings(more: Partial<ExecSurroundings> = {}): ExecSurroundings {
  return { clock: new VirtualClock(), env: process.env, isTerminal: false, timeout: '1m', ...more }
}

const { signal } = new AbortController()
const run = (given: ExecPlugin, more: Partial<ExecSurroundings> = {}, to = connection) =>
  obtainFromPlugin(given, to, surroundings(more), signal)

describe('an exec credential plugin', () => {
  it('provides a token with its expiration', async () => {
    const obtained = await run(plugin(`print({ token: 't', expirationTimestamp: '2026-01-01T01:00:00Z' })`))

    expect(obtained).toEqual({ identity: { authorization: 'Bearer t' }, expiresAt: Date.parse('2026-01-01T01:00:00Z') })
  })

  it('provides a certificate, which expires at its notAfter date', async () => {
    await using directory = await temporaryDirectory()
    const issued = createAuthority({ name: 'ca' }).issue({ name: 'ada', notAfter: '2030-01-01T00:00:00Z' })
    const file = await directory.write('issued.json', JSON.stringify(issued))
    const script = `const { certificate, key } = JSON.parse(require('fs').readFileSync('${file}', 'utf8')); print({ clientCertificateData: certificate, clientKeyData: key })`

    expect(await run(plugin(script))).toEqual({
      identity: { certificate: issued },
      expiresAt: Date.parse(new X509Certificate(issued.certificate).validTo),
    })
  })

  it('receives arguments and environment variables verbatim, on top of the process environment', async () => {
    const script = `print({ token: [process.argv[1], process.env.ADDED, process.env.KEPT].join('|') })`
    const given = plugin(script, { env: { ADDED: '$(id)' } })
    const obtained = await run(
      { ...given, args: [...(given.args ?? []), '$HOME;&'] },
      { env: { ...process.env, KEPT: 'kept' } },
    )

    expect(obtained.identity.authorization).toBe('Bearer $HOME;&|$(id)|kept')
  })

  it('receives cluster information only with provideClusterInfo', async () => {
    const script = `print({ token: Buffer.from(process.env.KUBERNETES_EXEC_INFO).toString('hex') })`
    const told = async (given: ExecPlugin, to = connection) => {
      const { identity } = await run(given, {}, to)
      return JSON.parse(Buffer.from(identity.authorization?.slice(7) ?? '', 'hex').toString()) as unknown
    }
    await using directory = await temporaryDirectory({ 'ca.crt': 'PEM' })
    const full: ConnectionInput = {
      ...connection,
      ca: { file: directory.file('ca.crt') },
      tlsServerName: 'api',
      proxy: 'http://proxy:1',
      compression: false,
    }

    expect(await told(plugin(script), full)).toEqual({
      kind: 'ExecCredential',
      apiVersion: v1,
      spec: { interactive: false },
    })
    expect(await told(plugin(script, { provideClusterInfo: true, clusterConfig: { audience: 'x' } }), full)).toEqual({
      kind: 'ExecCredential',
      apiVersion: v1,
      spec: {
        interactive: false,
        cluster: {
          server: 'https://10.0.0.1:6443',
          'tls-server-name': 'api',
          'certificate-authority-data': Buffer.from('PEM').toString('base64'),
          'proxy-url': 'http://proxy:1',
          'disable-compression': true,
          config: { audience: 'x' },
        },
      },
    })
    expect(
      await told(plugin(script, { provideClusterInfo: true }), { ...connection, skipTlsVerify: true }),
    ).toMatchObject({
      spec: { cluster: { server: 'https://10.0.0.1:6443', 'insecure-skip-tls-verify': true } },
    })
  })

  it.each<{ mode: ExecPlugin['interactiveMode']; isTerminal: boolean; interactive: boolean }>([
    { mode: 'Never', isTerminal: true, interactive: false },
    { mode: 'IfAvailable', isTerminal: false, interactive: false },
    { mode: 'IfAvailable', isTerminal: true, interactive: true },
    { mode: undefined, isTerminal: true, interactive: true },
    { mode: 'Always', isTerminal: true, interactive: true },
  ])(
    'runs interactively depending on interactiveMode $mode and isTerminal $isTerminal',
    async ({ mode, isTerminal, interactive }) => {
      const script = `print({ token: String(JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.interactive) })`
      const { interactiveMode: _, ...rest } = plugin(script)
      const obtained = await run({ ...rest, ...(mode && { interactiveMode: mode }) }, { isTerminal })

      expect(obtained.identity.authorization).toBe(`Bearer ${interactive}`)
    },
  )

  it('fails with interactiveMode Always when stdin is no terminal', async () => {
    const text = await failureText(run(plugin('', { command: 'login', interactiveMode: 'Always' })))

    expect(text).toMatchInlineSnapshot(
      `"KW_CLIENT_EXEC_FAILED Cannot get credentials from the plugin login: it needs a terminal to prompt for a login, and standard input is not one. Run the program in a terminal, or use a plugin that logs in without a prompt."`,
    )
  })
})

describe('a failing exec credential plugin', () => {
  it('that is not installed is reported with its installHint', async () => {
    const missing = plugin('', { command: 'kw-no-such-plugin', installHint: 'brew install\n\u001b[1mkw\u001b[0m' })

    expect(await failureText(run(missing))).toMatchInlineSnapshot(
      `"KW_CLIENT_EXEC_NOT_FOUND Cannot get credentials from the plugin kw-no-such-plugin: it is not installed, or not on PATH. The kubeconfig says: brew install kw"`,
    )
    expect(await failureText(run(plugin('', { command: '/no/such/plugin' })))).toContain('correct the command')
  })

  it('that is not executable is reported as such', async () => {
    await using directory = await temporaryDirectory({ plugin: '#!/bin/sh' })

    expect(await failureText(run(plugin('', { command: directory.file('plugin') })))).toContain('it is not executable')
  })

  it('that exits with an error is reported with the end of its stderr, without tokens and ANSI codes', async () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2ln'
    const script = `console.error('x'.repeat(5000)); console.error('\\u001b[31mlogin expired\\u001b[0m for ${jwt}'); process.exit(3)`
    const { code, message, details } = await failureOf(run(plugin(script)))

    expect({ code, exit: details['exit'] }).toEqual({ code: 'KW_CLIENT_EXEC_FAILED', exit: 3 })
    expect(message).toContain('it ended with 3; its output: …xxx')
    expect(message).toContain('login expired for [redacted]. Run the plugin in a terminal')
    expect(message.length).toBeLessThan(900)
  })

  it('that is killed is reported with the signal', async () => {
    expect(await failureText(run(plugin(`process.kill(process.pid, 'SIGTERM')`)))).toContain('it ended with SIGTERM')
  })

  it('that cannot be spawned is reported as such', async () => {
    expect(await failureText(run(plugin('', { args: ['\0'] })))).toContain('it could not be started')
  })

  it('is reported without its arguments, environment and stdout', async () => {
    const given = plugin(`console.log('s3cr3t-output'); process.exit(1)`, { env: { PASSWORD: 's3cr3t-variable' } })
    const failures = [
      await failureOf(run({ ...given, args: [...(given.args ?? []), 's3cr3t-argument'] })),
      await failureOf(run({ ...given, command: 'kw-no-such-plugin' })),
      await failureOf(run(plugin(`console.log('s3cr3t-output')`))),
    ]

    for (const { message, details, cause } of failures) {
      expect(message + JSON.stringify(details) + JSON.stringify(cause)).not.toContain('s3cr3t')
    }
  })

  it('that exceeds its timeout is killed, even if it ignores SIGTERM', async () => {
    await using directory = await temporaryDirectory()
    const clock = new VirtualClock()
    const script = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('fs').writeFileSync(process.env.READY, '')`
    const stubborn = plugin(script, { env: { READY: directory.file('ready') } })
    const failing = failureText(run(stubborn, { clock, timeout: '1m' }))
    await until(() => existsSync(directory.file('ready')))
    await clock.advance('1m')

    expect(await failing).toContain('it did not finish within 1m')
  })

  it('that prints endlessly is killed', async () => {
    const script = `const more = () => process.stdout.write('x'.repeat(65536), more); more()`

    expect(await failureText(run(plugin(script)))).toContain('its output is too long for a credential')
  })

  it('whose child process keeps stdout open does not block the timeout', async () => {
    await using directory = await temporaryDirectory()
    const clock = new VirtualClock()
    const child = `require('fs').writeFileSync(process.env.READY, ''); setTimeout(() => {}, 1000)`
    const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`
    const failing = failureText(run(plugin(script, { env: { READY: directory.file('ready') } }), { clock }))
    await until(() => existsSync(directory.file('ready')))
    await clock.advance('1m')

    expect(await failing).toContain('it did not finish')
  })

  it('is killed when its connection is closed', async () => {
    const controller = new AbortController()
    const running = obtainFromPlugin(
      plugin('setInterval(() => {}, 1000)'),
      connection,
      surroundings(),
      controller.signal,
    )
    controller.abort(new Error('closed'))

    await expect(running).rejects.toThrow('closed')
  })
})

describe('the ExecCredential printed by a plugin', () => {
  const credential = (fields: object) => JSON.stringify({ apiVersion: v1, kind: 'ExecCredential', ...fields })

  it.each([
    { name: 'empty output', stdout: ' \n', says: 'it printed nothing' },
    { name: 'plain text', stdout: 'please log in', says: 'is not a JSON object' },
    { name: 'a list', stdout: '[]', says: 'is not a JSON object' },
    { name: 'another kind', stdout: '{"kind":"Pod"}', says: 'is not an ExecCredential' },
    {
      name: 'another version',
      stdout: `{"kind":"ExecCredential","apiVersion":"${v1}beta1"}`,
      says: 'but the kubeconfig expects',
    },
    { name: 'no version', stdout: '{"kind":"ExecCredential"}', says: 'its output has the apiVersion no version' },
    { name: 'no status', stdout: credential({}), says: 'has no status' },
    { name: 'an empty status', stdout: credential({ status: {} }), says: 'neither a token nor a certificate' },
    { name: 'a token that is no string', stdout: credential({ status: { token: 5 } }), says: 'neither a token' },
    {
      name: 'a certificate without key',
      stdout: credential({ status: { clientCertificateData: 'x' } }),
      says: 'without its key',
    },
    {
      name: 'an invalid certificate',
      stdout: credential({ status: { clientCertificateData: 'x', clientKeyData: 'y' } }),
      says: 'is not PEM',
    },
    {
      name: 'an invalid expirationTimestamp',
      stdout: credential({ status: { token: 't', expirationTimestamp: 'soon' } }),
      says: 'is not a time',
    },
  ])('is rejected: $name', async ({ stdout, says }) => {
    const text = await failureText(() => parseExecCredential(plugin(''), stdout))

    expect(text).toMatch(/^KW_CLIENT_EXEC_OUTPUT /)
    expect(text).toContain(says)
  })

  it('is rejected when its token is no valid header value', async () => {
    const stdout = credential({ status: { token: 'two words' } })

    expect(await failureOf(() => parseExecCredential(plugin(''), stdout))).toMatchObject({
      code: 'KW_CLIENT_CREDENTIALS_INVALID',
    })
  })

  it('expires at the earlier of certificate expiry and expirationTimestamp', () => {
    const issued = createAuthority({ name: 'ca' }).issue({ name: 'ada', notAfter: '2030-01-01T00:00:00Z' })
    const status = {
      clientCertificateData: issued.certificate,
      clientKeyData: issued.key,
      expirationTimestamp: '2031-01-01T00:00:00Z',
    }

    expect(parseExecCredential(plugin(''), credential({ status })).expiresAt).toBe(Date.parse('2030-01-01T00:00:00Z'))
  })
})

describe('printable()', () => {
  it.each([
    ['\u001b]0;title\u0007a\tb\r\nc\u0000', 'a b c'],
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [redacted]'],
    ['basic words are fine', 'basic words are fine'],
  ])('removes control characters and tokens: %j', (given, expected) => {
    expect(printable(given)).toBe(expected)
  })
})

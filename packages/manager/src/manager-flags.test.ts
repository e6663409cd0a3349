import { describe, expect, it } from 'vitest'
import { formatManagerFlags, managerFlags, misspeltVariables, settingsFrom } from './manager-flags.ts'
import { managerSettings } from './settings-table.ts'

describe('managerFlags', () => {
  it('parses both `--flag value` and `--flag=value`, and returns other arguments as the rest', () => {
    expect(managerFlags(['serve', '--metrics-port', '0', '--shutdown-timeout=45s', '--x=1'])).toEqual({
      metricsPort: 0,
      shutdownTimeout: 45_000,
      rest: ['serve', '--x=1'],
    })
  })

  it.each([
    [
      ['--health-port=http'],
      'Cannot use --health-port: "http" is not a port from 0 to 65535, where 0 is any free one. Give it a port from 0 to 65535, where 0 is any free one.',
    ],
    [
      ['--health-port=70000'],
      'Cannot use --health-port: "70000" is not a port from 0 to 65535, where 0 is any free one. Give it a port from 0 to 65535, where 0 is any free one.',
    ],
    [['--log-level'], 'Cannot use --log-level: it has no value. Give it debug, info, warn or error.'],
    [
      ['--shutdown-timeout=5min'],
      'Cannot use --shutdown-timeout: "5min" is not a duration. Give it a duration: a number and one of ms, s, m, h, d, such as 30s or 1h30m.',
    ],
  ])('refuses %j', (argv, message) => {
    expect(() => managerFlags(argv)).toThrow(expect.objectContaining({ code: 'KW_MANAGER_OPTION', message }))
  })

  it.each([
    [['--helth-port', '3'], 'there is no flag --helth-port: did you mean --health-port? The flags are --identity, '],
    [['--log-level=info', 'serve'], 'there is no flag serve. The flags are --identity, '],
  ])('refuses %j if the program has no arguments of its own', (argv, message) => {
    const refused = { code: 'KW_MANAGER_OPTION', message: expect.stringContaining(message) as string }
    expect(() => managerFlags(argv, { others: 'refuse' })).toThrow(expect.objectContaining(refused))
    expect(() => managerFlags(argv)).not.toThrow()
  })

  it('lists every setting for --help', () => {
    const lines = formatManagerFlags().trimEnd().split('\n')
    expect(lines).toHaveLength(Object.keys(managerSettings).length)
    expect(lines[0]).toMatch(/^ {2}--identity <a name> +The name of this process in leases and events\.$/)
  })
})

it('finds variables that look like a misspelt setting', () => {
  const environment = {
    KUBEWRIGHT_HELTH_PORT: '1',
    KUBEWRIGHT_HEALTH_PORT: '2',
    KUBEWRIGHT_DEBUG: '1',
    HELTH_PORT: '3',
  }
  expect(misspeltVariables(environment)).toEqual([
    { variable: 'KUBEWRIGHT_HELTH_PORT', meant: 'KUBEWRIGHT_HEALTH_PORT' },
  ])
})

describe('settingsFrom', () => {
  it('reads the environment, and treats an empty variable as unset', () => {
    expect(settingsFrom({ KUBEWRIGHT_HEALTH_PORT: '8081', KUBEWRIGHT_LOG_LEVEL: '', OTHER: 'x' })).toEqual({
      healthPort: 8081,
    })
  })

  it('names the variable with an invalid value', () => {
    expect(() => settingsFrom({ KUBEWRIGHT_PERMISSIONS: 'maybe' })).toThrow(
      expect.objectContaining({
        message:
          'Cannot use KUBEWRIGHT_PERMISSIONS: "maybe" is not require, warn or skip. Give it require, warn or skip.',
      }),
    )
  })
})

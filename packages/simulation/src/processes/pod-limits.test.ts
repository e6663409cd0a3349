import type { Container } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import type { ImageCommand } from './image-command.ts'
import { checkContainer, checkVariables } from './pod-limits.ts'

const image: ImageCommand = { command: ['server'] }
const given = new Map([
  ['PATH', '/usr/bin'],
  ['POD_IP', '127.128.16.2'],
  ['FROM', 'image'],
])
/** Why a pod may not set the variable; `undefined` if it may. */
const refusal = (name: string, value: string, how: Partial<ImageCommand> = {}): string | undefined => {
  try {
    checkVariables(new Map([...given, [name, value]]), given, { ...image, ...how })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('environment variables of a pod', () => {
  it('reach the program only if the image mapping allows them', () => {
    expect(refusal('COLOR', 'green')).toBe(
      'the container sets the variable COLOR: map the image with "COLOR" in `allowsEnv` to let pods do that',
    )
    expect(refusal('COLOR', 'green', { allowsEnv: ['COLOR'] })).toBeUndefined()
    expect(refusal('APP_COLOR', 'green', { allowsEnv: ['APP_*'] })).toBeUndefined()
    expect(refusal('OTHER', 'green', { allowsEnv: ['APP_*'] })).toContain('OTHER')
  })

  const dangerous = `
    PATH LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES GCONV_PATH GLIBC_TUNABLES
    NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE OPENSSL_CONF npm_config_node_options
    PYTHONPATH PYTHONSTARTUP PERL5OPT PERL5LIB RUBYOPT RUBYLIB PHPRC LUA_INIT
    JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS
    BASH_ENV ENV IFS SHELLOPTS PS4 HOME TMPDIR GIT_SSH_COMMAND https_proxy Node_Options`
  it.each(dangerous.trim().split(/\s+/))('are refused unless named exactly, even if a pattern matches: %s', (name) => {
    expect(refusal(name, '/evil', { allowsEnv: ['*'] })).toContain(`"${name}" in \`allowsEnv\``)
    expect(refusal(name, '/evil', { allowsEnv: [name] })).toBeUndefined()
    expect(refusal(name, '/evil', { allowsCommands: true })).toBeUndefined()
  })

  it('may carry the pod name, in a single word', () => {
    expect(refusal('POD_NAME', 'web-0')).toBeUndefined()
    expect(refusal('POD_NAME', 'web\nloadmodule /evil.so')).toContain('POD_NAME')
  })

  it('may repeat a given value, but not change it', () => {
    expect(refusal('POD_IP', '127.128.16.2')).toBeUndefined()
    expect(refusal('POD_IP', '0.0.0.0', { allowsEnv: ['*'] })).toContain('POD_IP')
    expect(refusal('FROM', 'pod', { allowsEnv: ['*'] })).toContain('FROM')
    expect(refusal('FROM', 'pod', { allowsEnv: ['FROM'] })).toBeUndefined()
  })

  it('may not be those of the simulation, and their names must be valid', () => {
    const everything = { allowsCommands: true }
    expect(refusal('KUBEWRIGHT_RUN', 'other', everything)).toContain('belongs to the simulation')
    expect(refusal('LD_PRELOAD=/evil.so ', 'x', everything)).toContain('not the name of a variable')
    expect(refusal('A\0B', 'x', everything)).toContain('not the name of a variable')
  })
})

describe('a container of a mapped image', () => {
  const cases: readonly [string, Partial<Container>, Partial<ImageCommand>, string][] = [
    ['its command', { command: ['sh'] }, { allowsArgs: true }, 'names a program of its own'],
    ['its arguments', { args: ['-e', 'x'] }, {}, 'has arguments of its own: map the image with `allowsArgs`'],
    ['its working directory', { workingDir: '/data' }, { allowsArgs: true }, 'names a working directory of its own'],
    ['the program of a probe', { startupProbe: { exec: { command: ['x'] } } }, {}, 'a probe names a program'],
  ]
  it.each(cases)('may not choose %s', (_, container, how, why) => {
    expect(() => checkContainer({ name: 'web', ...container }, { ...image, ...how })).toThrow(why)
    expect(() => checkContainer({ name: 'web', ...container }, { ...image, allowsCommands: true })).not.toThrow()
  })

  it('may give arguments if the image mapping allows them', () => {
    expect(() => checkContainer({ name: 'web', args: ['x'] }, { ...image, allowsArgs: true })).not.toThrow()
  })
})

/** The `exec` entry of a kubeconfig user. */
import { resolve, sep } from 'node:path'
import { type ExecPlugin, execApiVersions, interactiveModes } from '../connection-config.ts'
import { SecretText } from '../secret-text.ts'
import type { Fields } from './fields.ts'

/** The cluster extension that holds plugin configuration. */
const clusterExtension = 'client.authentication.k8s.io/exec'

export function execPluginOf(exec: Fields, cluster: Fields): ExecPlugin {
  const apiVersion = oneOf(exec, 'apiVersion', execApiVersions)
  const interactiveMode = interactiveModeOf(exec, apiVersion)
  const installHint = exec.text('installHint')
  const clusterConfig = clusterConfigOf(cluster)
  return {
    apiVersion,
    command: commandOf(exec),
    args: exec.texts('args').map((text) => new SecretText(text)),
    env: Object.fromEntries(exec.maps('env').map(variable)),
    interactiveMode,
    ...(installHint !== undefined && { installHint }),
    ...(exec.flag('provideClusterInfo') && { provideClusterInfo: true }),
    ...(clusterConfig !== undefined && { clusterConfig }),
  }
}

/** A bare name is searched in PATH; a name with a slash is a file, relative to the kubeconfig. */
function commandOf(exec: Fields): string {
  const command = exec.text('command')
  if (command === undefined) throw exec.invalid('command', 'it is missing', 'Name the credential plugin to run.')
  return command.includes('/') || command.includes(sep) ? resolve(exec.source.directory, command) : command
}

function variable(env: Fields): [string, SecretText] {
  const name = env.text('name')
  if (name === undefined) throw env.invalid('name', 'it is missing')
  return [name, new SecretText(env.text('value') ?? '')]
}

function interactiveModeOf(exec: Fields, apiVersion: ExecPlugin['apiVersion']) {
  const isOptional = apiVersion === 'client.authentication.k8s.io/v1beta1'
  if (isOptional && exec.text('interactiveMode') === undefined) return 'IfAvailable'
  return oneOf(exec, 'interactiveMode', interactiveModes)
}

function oneOf<Choice extends string>(exec: Fields, name: string, choices: readonly Choice[]): Choice {
  const given = exec.text(name)
  const choice = choices.find((one) => one === given)
  if (choice !== undefined) return choice
  const why = given === undefined ? 'it is missing' : `${JSON.stringify(given)} is not supported`
  throw exec.invalid(name, why, `Write one of ${choices.join(', ')}.`)
}

function clusterConfigOf(cluster: Fields): unknown {
  const extension = cluster.maps('extensions').find((item) => item.text('name') === clusterExtension)
  const config = extension?.json('extension')
  try {
    JSON.stringify(config)
    return config
  } catch {
    throw extension!.invalid('extension', 'it contains itself') // through an alias
  }
}

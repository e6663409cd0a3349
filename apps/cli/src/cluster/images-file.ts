/**
 * Reads the table of images and the programs they run as. It is a JSON file because a command in an option would need the word
 * splitting of a shell.
 */
import { readFile } from 'node:fs/promises'
import type { ImageCommand, Images } from '@kubewright/simulation'
import { usageError } from '../command/parse-input.ts'

/** Failure: `KW_CLI_USAGE` names the invalid part of the file. */
export async function readImages(command: string, path: string): Promise<Images> {
  const refused = (why: string) => usageError({ name: command }, `${path} cannot be used: ${why}`)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw refused(error.message)
  })
  try {
    return toImages(JSON.parse(text))
  } catch (error) {
    throw refused((error as Error).message)
  }
}

/** Failure: throws an error that names the invalid part. */
function toImages(images: unknown): Images {
  if (!isObject(images))
    throw new Error('it is not a JSON object of images and commands, such as {"redis": ["redis-server"]}')
  return Object.fromEntries(Object.entries(images).map(([image, value]) => [image, commandOf(image, value)]))
}

const known = ['command', 'args', 'env', 'workingDir', 'allowsArgs', 'allowsEnv', 'allowsMounts', 'allowsCommands']

/** `["redis-server"]`, or an object with further settings. */
function commandOf(image: string, value: unknown): ImageCommand {
  const given = Array.isArray(value) ? { command: value as unknown } : value
  const at = `the image ${JSON.stringify(image)}`
  if (!isObject(given)) throw new Error(`${at} has no command: write ["program", "argument"]`)
  const { command, args, env, workingDir } = given
  const unknown = Object.keys(given).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new Error(`${at} has ${unknown}, which is unknown: use ${known.join(', ')}`)
  if (!isTexts(command) || command.length === 0) throw new Error(`the command of ${at} is not a list of strings`)
  if (args !== undefined && !isTexts(args)) throw new Error(`the args of ${at} are not a list of strings`)
  if (env !== undefined && !(isObject(env) && isTexts(Object.values(env))))
    throw new Error(`the env of ${at} is not an object of strings`)
  if (workingDir !== undefined && typeof workingDir !== 'string')
    throw new Error(`the workingDir of ${at} is not a string`)
  checkAllowances(given, at)
  return given as unknown as ImageCommand
}

/** Failure: throws an error that names the invalid one. */
function checkAllowances(given: Readonly<Record<string, unknown>>, at: string): void {
  for (const name of ['allowsArgs', 'allowsCommands'] as const)
    if (given[name] !== undefined && typeof given[name] !== 'boolean')
      throw new Error(`${name} of ${at} is neither true nor false`)
  for (const name of ['allowsEnv', 'allowsMounts'] as const)
    if (given[name] !== undefined && !isTexts(given[name])) throw new Error(`${name} of ${at} is not a list of strings`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

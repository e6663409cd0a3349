/** The development container and `dependabot.yml` know every program of other languages in the repository. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listFiles } from './list-files.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const modules = listFiles(
  root,
  ['tools', 'bench', 'test', 'packages', 'apps', 'operators', 'examples'],
  /(^|\/)go\.mod$/,
)

interface Updates {
  readonly updates: readonly {
    readonly 'package-ecosystem': string
    readonly directory?: string
    readonly directories?: readonly string[]
  }[]
}

/** `1.26` of a text in which it follows `before`. */
const goVersion = (text: string, before: RegExp) =>
  new RegExp(`${before.source}(\\d+)\\.(\\d+)`, 'm').exec(text)!.slice(1, 3).map(Number)

describe('development container', () => {
  it.each(modules)('has the Go that %s needs', (path) => {
    const [major, minor] = goVersion(read('.devcontainer/Dockerfile'), /^FROM golang:/)
    const [neededMajor, neededMinor] = goVersion(read(path), /^go /)
    expect(major).toBe(neededMajor)
    expect(minor).toBeGreaterThanOrEqual(neededMinor!)
  })
})

describe('dependabot.yml', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as Updates
  const folders = (ecosystem: string) =>
    updates
      .filter((each) => each['package-ecosystem'] === ecosystem)
      .flatMap(({ directory, directories = [] }) => [directory, ...directories].filter((each) => each !== undefined))
      .sort()
  const foldersOf = (name: RegExp) =>
    listFiles(root, ['bench', 'tools', 'test'], name).map((path) => `/${dirname(path)}`)

  it.each([
    ['gomod', /(^|\/)go\.mod$/],
    ['cargo', /(^|\/)Cargo\.toml$/],
    ['maven', /(^|\/)pom\.xml$/],
    ['pip', /(^|\/)requirements\.txt$/],
  ])('lists every folder of %s', (ecosystem, name) => {
    expect(folders(ecosystem)).toEqual(foldersOf(name))
  })

  it('lists every folder of npm with a lock file', () => {
    expect(folders('npm')).toEqual(['/', ...foldersOf(/(^|\/)package-lock\.json$/)])
  })
})

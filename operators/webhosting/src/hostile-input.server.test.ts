/** Input that the server refuses, on the embedded one or, in a conformance run, on a real one. */
import { describe, expect, it } from 'vitest'
import { colorPattern, fontFamilyPattern, longestCssValue } from './css-value.ts'
import { badColors, badFonts, badNames, badThemes, goodColors, goodFonts, goodNames } from './testing/hostile-input.ts'
import { useServer } from './testing/server.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'

const server = useServer([Theme, Website])

const createTheme = (spec: { color: string; fontFamily: string }) =>
  server().client.create(Theme, { metadata: { name: 'theme' }, spec }, { dryRun: true })
const createSite = (name: string, spec: object = {}) =>
  server().client.create(Website, { metadata: { name }, spec }, { dryRun: true })

describe('a theme', () => {
  it.each(goodColors)('may have the colour %s', async (color) => {
    await expect(createTheme({ color, fontFamily: 'serif' })).resolves.toBeDefined()
  })

  it.each(badColors)('may not have the colour %j', async (color) => {
    await expect(createTheme({ color, fontFamily: 'serif' })).rejects.toThrow('spec.color')
    expect(colorPattern.test(color)).toBe(false)
  })

  it.each(goodFonts)('may have the font %s', async (fontFamily) => {
    await expect(createTheme({ color: 'red', fontFamily })).resolves.toBeDefined()
  })

  it.each(badFonts)('may not have the font %j', async (fontFamily) => {
    await expect(createTheme({ color: 'red', fontFamily })).rejects.toThrow('spec.fontFamily')
    expect(fontFamily.length > longestCssValue || !fontFamilyPattern.test(fontFamily)).toBe(true)
  })
})

describe('a website', () => {
  it.each(goodNames)('may be named %s', async (name) => {
    await expect(createSite(name)).resolves.toBeDefined()
  })

  it.each(badNames)('may not be named %j', async (name) => {
    await expect(createSite(name)).rejects.toThrow(/name/)
  })

  it.each(badThemes)('may not refer to the theme %j', async (theme) => {
    await expect(createSite('homepage', { theme })).rejects.toThrow('spec.theme')
  })

  it('may not have an overlong title', async () => {
    await expect(createSite('homepage', { title: 'x'.repeat(121) })).rejects.toThrow('spec.title')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { colorPattern } from './css-value.ts'
import { escapeHtml, pageOf } from './page.ts'
import { siteWith, themeWith } from './testing/objects.ts'

describe('the page of a website', () => {
  it('shows its title, its names and its webserver in the style of the theme', () => {
    const page = pageOf(siteWith({ theme: 'exciting', title: 'Welcome' }), themeWith())
    expect(page).toContain('<title>Welcome</title>')
    expect(page).toContain('background-color: darkcyan; font-family: Menlo;')
    expect(page).toContain('This is <b>homepage</b> of <b>project</b>, in the theme <b>exciting</b>.')
    expect(page).toMatch(/<code>homepage-[0-9a-f]{6}<\/code>/)
  })

  it('has the name of the website as its title by default', () => {
    expect(pageOf(siteWith({}), themeWith())).toContain('<h1>homepage</h1>')
  })

  it('has the same HTML tags for any title', () => {
    const tags = (page: string) => page.match(/<\/?[a-z!][^>]*>/gi)
    const usual = tags(pageOf(siteWith({ title: 'x' }), themeWith()))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (title) => {
        expect(tags(pageOf(siteWith({ title }), themeWith()))).toEqual(usual)
      }),
    )
  })

  it.each([{ color: 'red;}' }, { fontFamily: '</style>' }])('is refused for an invalid theme: %j', (spec) => {
    expect(() => pageOf(siteWith({}), themeWith(spec))).toThrow(/^spec\.(color|fontFamily) of the Theme exciting is no/)
  })

  it('never contains a colour that could end its CSS declaration', () => {
    const parts = fc.constantFrom('rgb(', ')', ';', '}', '<', '"', 'url(', '\\', '\n', '#', 'abc', '12', ' ', '/', '*')
    const accepted = fc
      .array(parts, { maxLength: 5 })
      .map((each) => each.join(''))
      .filter((color) => colorPattern.test(color))
    fc.assert(
      fc.property(accepted, (color) => {
        expect(color).not.toMatch(/[;{}<>"'\\\n*]|url/)
      }),
    )
  })
})

it('escapeHtml is reversible', () => {
  expect(escapeHtml(`<a href="x" id='y'>&</a>`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&lt;/a&gt;')
})

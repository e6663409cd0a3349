import { describe, expect, it } from 'vitest'
import { parseTokenFile, staticTokens } from './static-tokens.ts'

describe('a static token file', () => {
  it('contains users with uid and groups', () => {
    const text = 'one,ada,1\r\n\ntwo,bob,2,"staff,ops"\nthree,"carol ""cc""",3,staff\n,nobody,4\none,ada2,\n'
    expect([...parseTokenFile(text)]).toEqual([
      ['one', { name: 'ada2', groups: [] }],
      ['two', { name: 'bob', uid: '2', groups: ['staff', 'ops'] }],
      ['three', { name: 'carol "cc"', uid: '3', groups: ['staff'] }],
    ])
  })

  it.each([
    {
      name: 'a line has too few columns',
      text: 'one,ada,1\nsecret-token,bob\n',
      says: 'line 2 has 2 of the columns token, user name and user uid',
    },
    { name: 'a quote is misplaced', text: 'secret-token,a"b,1\n', says: 'line 1 has a quote where none may be' },
  ])('is rejected if $name, without quoting the token', ({ text, says }) => {
    const read = () => parseTokenFile(text)
    expect(read).toThrow(
      `Cannot read the file of bearer tokens: ${says}. Write it as token,user,uid or token,user,uid,"group1,group2".`,
    )
    expect(read).not.toThrow(/secret-token/)
  })
})

describe('static tokens', () => {
  const tokens = staticTokens(new Map([['one', { name: 'ada', groups: ['staff'] }]]), ['https://us', 'us'])

  it("authenticate their user for the server's audiences", () => {
    expect(tokens.verify('one', ['us', 'them'])).toEqual({
      user: { name: 'ada', groups: ['staff', 'system:authenticated'] },
      audiences: ['us'],
    })
  })

  it('are rejected if unknown or requested for another audience', () => {
    expect(tokens.verify('two', ['us'])).toEqual({ user: undefined, audiences: [] })
    expect(tokens.verify('one', ['them'])).toEqual({ user: undefined, audiences: [] })
  })
})

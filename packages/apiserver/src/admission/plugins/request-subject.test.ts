import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { organizationsIn } from './request-subject.ts'

const pem = (body: string) => `-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`
const ofDevelopers = pem(`MIHvMIGWAgEAMDQxEzARBgNVBAoMCmRldmVsb3BlcnMxDzANBgNVBAoMBmdhcmRl
bjEMMAoGA1UEAwwDZXZlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIBhX4XJX
NV8IJ7kkq8AxgXvRay6k7NpClmntgutryNBcHnu+M6TmT9cTSZmKmZYUFBAy6oCP
1m3A4jM39ktId6AAMAoGCCqGSM49BAMCA0gAMEUCIQDxhFMdANpvA9BVounMVMa/
bEIkUw2LGtrEEa78pWlvDAIgPnd6wu4e6NIPZPm7kQm64zs3RhhYCACk2ijRXCq4
edY=`)

describe('organizationsIn', () => {
  it('reads every organization of the subject', () => {
    expect(organizationsIn(ofDevelopers)).toEqual(['developers', 'garden'])
  })

  it.each([
    { name: 'plain text', text: 'hello' },
    { name: 'an empty PEM block', text: pem('') },
    { name: 'a truncated DER value', text: pem('MIHv') },
    { name: 'an oversized DER length', text: pem(Buffer.from([0x30, 0x85, 1, 1, 1, 1, 1]).toString('base64')) },
  ])('returns undefined for an invalid certificate signing request: $name', ({ text }) => {
    expect(organizationsIn(text)).toBeUndefined()
  })

  it('never throws for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const found = organizationsIn(pem(Buffer.from(bytes).toString('base64')))
        expect(found === undefined || Array.isArray(found)).toBe(true)
      }),
    )
  })
})

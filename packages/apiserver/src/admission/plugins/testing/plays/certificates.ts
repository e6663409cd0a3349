import { merge, type PlayStep, post } from '../play.ts'

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const rbac = '/apis/rbac.authorization.k8s.io/v1'
const encoded = (lines: string) =>
  Buffer.from(`-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`).toString('base64')

/** For `/O=system:masters/CN=eve`. */
const ofMasters = encoded(`MIHjMIGJAgEAMCcxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQwwCgYDVQQDDANl
dmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQgGFfhclc1XwgnuSSrwDGBe9Fr
LqTs2kKWae2C62vI0Fwee74zpOZP1xNJmYqZlhQUEDLqgI/WbcDiMzf2S0h3oAAw
CgYIKoZIzj0EAwIDSQAwRgIhAKWDluROoJcXgmXujkRxiZt1QO1v7coBu0vlaVOD
9KfYAiEAnOpbFxeV5cG5V+3L/VlICs+fqsrtwCafcadm3RRx/nw=`)
/** For `/O=developers/O=garden/CN=eve`. */
const ofDevelopers = encoded(`MIHvMIGWAgEAMDQxEzARBgNVBAoMCmRldmVsb3BlcnMxDzANBgNVBAoMBmdhcmRl
bjEMMAoGA1UEAwwDZXZlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIBhX4XJX
NV8IJ7kkq8AxgXvRay6k7NpClmntgutryNBcHnu+M6TmT9cTSZmKmZYUFBAy6oCP
1m3A4jM39ktId6AAMAoGCCqGSM49BAMCA0gAMEUCIQDxhFMdANpvA9BVounMVMa/
bEIkUw2LGtrEEa78pWlvDAIgPnd6wu4e6NIPZPm7kQm64zs3RhhYCACk2ijRXCq4
edY=`)
const clients = 'kubernetes.io/kube-apiserver-client'
const asked = (name: string, request: string, signerName: string) => ({
  metadata: { name },
  spec: { request, signerName, usages: ['client auth'] },
})
const approved = {
  status: { conditions: [{ type: 'Approved', status: 'True', reason: 'Play', message: 'yes' }] },
}
const failed = { status: { conditions: [{ type: 'Failed', status: 'True', reason: 'Play', message: 'no' }] } }
const as = 'kw-approver'
const right = (name: string, verbs: readonly string[], resourceNames: readonly string[]) => ({
  metadata: { name },
  rules: [
    { apiGroups: ['certificates.k8s.io'], resources: ['signers'], verbs, resourceNames },
    {
      apiGroups: ['certificates.k8s.io'],
      resources: ['certificatesigningrequests/approval', 'certificatesigningrequests/status'],
      verbs: ['patch'],
    },
  ],
})
const bound = (name: string) => ({
  metadata: { name },
  subjects: [{ kind: 'User', name: as, apiGroup: 'rbac.authorization.k8s.io' }],
  roleRef: { kind: 'ClusterRole', name, apiGroup: 'rbac.authorization.k8s.io' },
})
const grant = (name: string, verbs: readonly string[], signers: readonly string[]): readonly PlayStep[] => [
  post(`right ${name}`, `${rbac}/clusterroles`, right(name, verbs, signers)),
  post(`right ${name} is given`, `${rbac}/clusterrolebindings`, bound(name), { settles: true }),
]

export const certificatePlay: readonly PlayStep[] = [
  post('for masters', path, asked('kw-masters', ofMasters, clients)),
  post('for masters, of another signer', path, asked('kw-other', ofMasters, 'kw.dev/signer')),
  post('for developers', path, asked('kw-developers', ofDevelopers, clients)),
  ...grant('kw-nothing', ['approve'], ['kw.dev/nothing']),
  merge('approves without a right', `${path}/kw-developers/approval`, approved, { as }),
  merge('fails without a right', `${path}/kw-developers/status`, failed, { as }),
  merge(
    'writes a status that says nothing',
    `${path}/kw-developers/status`,
    { metadata: { labels: { a: 'b' } } },
    { as },
  ),
  ...grant('kw-domain', ['sign'], ['kw.dev/*']),
  merge('fails with a right on the domain', `${path}/kw-other/status?dryRun=All`, failed, { as }),
  ...grant('kw-signer', ['approve'], [clients]),
  merge('approves with a right on the signer', `${path}/kw-developers/approval?dryRun=All`, approved, { as }),
  merge('approves as the administrator', `${path}/kw-other/approval?dryRun=All`, approved),
]

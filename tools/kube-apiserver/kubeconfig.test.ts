import { describe, expect, it } from 'vitest'
import { formatKubeconfig } from './kubeconfig.ts'

describe('formatKubeconfig', () => {
  it('has one context, which is the current one', () => {
    expect(formatKubeconfig({ url: 'https://127.0.0.1:6443', ca: 'PEM', token: 'secret' })).toBe(`apiVersion: v1
kind: Config
clusters:
  - name: kubewright
    cluster:
      server: https://127.0.0.1:6443
      certificate-authority-data: UEVN
users:
  - name: kubewright
    user:
      token: secret
contexts:
  - name: kubewright
    context:
      cluster: kubewright
      user: kubewright
current-context: kubewright
`)
  })
})

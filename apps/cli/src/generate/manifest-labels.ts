/** The labels of every object of an operator. Pure. */
export function labelsOf(name: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'kubewright' }
}

/** The subset that selects its pods. A Deployment's selector is immutable, so it must never change. */
export function selectorOf(name: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name }
}

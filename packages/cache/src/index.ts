/** Local copies of Kubernetes objects, kept true by watches. In the making: nothing here is promised yet. */
export {}

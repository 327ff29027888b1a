/**
 * @file Defines kernels, which are WGSL programs with named storage bindings and uniforms. WGSL declarations are
 * generated from tables of names and types. A dispatch passes tensors and numbers by name, and TypeScript checks that
 * none is missing.
 *
 * Shapes are uniforms and not part of the source, so that one pipeline serves every shape. Compiling a large pipeline
 * takes 65–140 ms on a software adapter. A uniform costs nothing.
 */

/** Access and element type of a storage binding. Every binding is an array. */
export type StorageType = `${'read' | 'write'} ${'f32' | 'u32' | 'vec2u' | 'vec4u' | 'vec4f'}`;
export type UniformType = 'u32' | 'f32';

export interface Kernel<S extends string = string, U extends string = string> {
  readonly label: string;
  readonly storage: Readonly<Record<S, StorageType>>;
  readonly uniforms: Readonly<Record<U, UniformType>>;
  /** Complete WGSL. It is also the key of the cached pipeline. */
  readonly code: string;
}

/** Number of threads in a workgroup of most kernels. */
export const THREADS = 64;

/** WGSL: entry point of a kernel with THREADS threads per workgroup, up to the first statement. */
export const ENTRY = `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {`;

/** WGSL: ENTRY for a dispatch with `linearGrid`, with one thread for each `index` below `count`. */
export const eachThread = (index: string, count: string) => `${ENTRY}
  let ${index} = (workgroup.x + workgroup.y * groups.x) * ${THREADS}u + local;
  if (${index} >= ${count}) { return; }`;

/** Number of bytes for the uniforms of one dispatch, equal to WebGPU's alignment of dynamic offsets. */
export const UNIFORM_SLOT_BYTES = 256;

/**
 * Makes a kernel from WGSL and tables of bindings and uniforms.
 * @param spec.body WGSL functions with the entry point `main`; reads uniforms as `u.name`, and storage by name
 */
export function defineKernel<S extends string, U extends string>(spec: {
  label: string;
  storage: Record<S, StorageType>;
  uniforms: Record<U, UniformType>;
  /** WGSL directives, which precede all declarations. */
  directives?: string;
  body: string;
}): Kernel<S, U> {
  const storage = Object.entries<StorageType>(spec.storage).map(([name, type], binding) => {
    const [access, element] = type.split(' ');
    return `@group(0) @binding(${binding}) var<storage, ${access === 'read' ? 'read' : 'read_write'}> ${name}: array<${element}>;`;
  });
  const fields = Object.entries<UniformType>(spec.uniforms).map(([name, type]) => `${name}: ${type},`);
  const code = [
    `// ${spec.label}`,
    spec.directives ?? '',
    ...storage,
    ...(fields.length
      ? [`struct Uniforms { ${fields.join(' ')} }`, '@group(1) @binding(0) var<uniform> u: Uniforms;']
      : []),
    spec.body,
  ].join('\n');
  return { label: spec.label, storage: spec.storage, uniforms: spec.uniforms, code };
}

/** Joins the WGSL that `emit` returns for each i below `count`. */
export const times = (count: number, emit: (i: number) => string, separator = '\n'): string =>
  Array.from({ length: count }, (_, i) => emit(i)).join(separator);

const MAX_GROUPS_PER_DIMENSION = 65535;

/** Returns the number of workgroups for `count` threads, folded into two dimensions if one is not enough. */
export function linearGrid(count: number, threads = THREADS): [number, number] {
  const groups = Math.ceil(count / threads);
  if (groups <= MAX_GROUPS_PER_DIMENSION) return [groups, 1];
  const rows = Math.ceil(groups / MAX_GROUPS_PER_DIMENSION);
  return [Math.ceil(groups / rows), rows];
}

// What a GitHub in memory answers, as the real one words it.

/** What one request is answered with. `next`: there is a further page. */
export type Told = Readonly<{ status: number; body: unknown; next?: boolean }>;

export function page<T>(
  all: readonly T[],
  query: URLSearchParams,
  json: (one: T) => unknown,
): Told {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  const body = all.slice(from, from + size).map(json);
  return { status: 200, body, next: all.length > from + size };
}

export function told(status: number, message: string): Told {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}

export function invalid(resource: string, message: string): Told {
  const errors = [{ resource, code: 'custom', message }];
  return { status: 422, body: { message: 'Validation Failed', errors } };
}

export function texts(body: unknown, names: readonly string[]): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(body ?? {}).filter(
      ([name, value]) => names.includes(name) && typeof value === 'string',
    ),
  );
}

// `--only REPO[/COMMIT][:VARIANT]`, more of them with commas between.

export type Only = Readonly<{
  repository: (name: string) => boolean;
  commit: (name: string, commit: string) => boolean;
  variant: (name: string, commit: string, variant: string) => boolean;
}>;

type One = Readonly<{ repo: string; commit: string; variant: string }>;

/** An empty part fits all: `:honest`. */
export function readOnly(text: string | undefined): Only {
  const all: readonly One[] = (text ?? '')
    .split(',')
    .filter((word) => word.trim() !== '')
    .map((word) => {
      const [place = '', variant = ''] = word.trim().split(':');
      const [repo = '', commit = ''] = place.split('/');
      return { repo, commit, variant };
    });
  const isAny = (fits: (one: One) => boolean): boolean => all.length === 0 || all.some(fits);
  const isRepo = ({ repo }: One, name: string): boolean => repo === '' || repo === name;
  const isOf = (one: One, name: string, commit: string): boolean =>
    isRepo(one, name) && commit.startsWith(one.commit);
  return {
    repository: (name) => isAny((one) => isRepo(one, name)),
    commit: (name, commit) => isAny((one) => isOf(one, name, commit)),
    variant: (name, commit, variant) =>
      isAny((one) => isOf(one, name, commit) && (one.variant === '' || one.variant === variant)),
  };
}

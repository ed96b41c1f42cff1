import { describe, expect, test } from 'vitest';
import { onlyGained } from '../../runtime/evidence/seal/gained-lines.ts';

const dependency = (name: string, more = ''): string => `
    <dependency>
      <groupId>org.example</groupId>
      <artifactId>${name}</artifactId>
      <version>1.0</version>${more}
    </dependency>`;
const POM = `<project>
  <dependencies>${dependency('a')}
  </dependencies>
  <build><plugins><plugin>
    <artifactId>maven-surefire-plugin</artifactId>
    <dependencies>${dependency('c')}
    </dependencies>
  </plugin></plugins></build>
</project>
`;
const GRADLE = `plugins { java }
dependencies {
    implementation("org.example:a:1.0")
}
test { useJUnitPlatform() }
`;
const MIX = 'defp deps do\n  [\n    {:a, "~> 1.0"}\n  ]\nend\n';

describe('a build file says the same', () => {
  test.each([
    [
      'pom.xml',
      POM,
      '\n  </dependencies>\n  <build>',
      `${dependency('b')}\n  </dependencies>\n  <build>`,
    ],
    [
      'pom.xml',
      POM,
      '\n  </dependencies>\n  <build>',
      `${dependency('b', '\n      <scope>test</scope>')}\n  </dependencies>\n  <build>`,
    ],
    [
      'app/build.gradle.kts',
      GRADLE,
      '\n}\ntest',
      '\n    implementation("org.example:b:2")\n}\ntest',
    ],
    [
      'build.gradle',
      GRADLE,
      '\n}\ntest',
      "\n    testImplementation 'org.mockito:mockito-core:5.0'\n}\ntest",
    ],
    ['build.gradle.kts', GRADLE, '\n}\ntest', '\n    api(libs.other.b)\n}\ntest'],
    ['mix.exs', MIX, '"~> 1.0"}', '"~> 1.0"},\n    {:b, ">= 2.0.0", only: :test}'],
    [
      'build.sbt',
      'name := "x"\n',
      'x"\n',
      'x"\nlibraryDependencies += "org.b" %% "b" % "1.0" % Test\n',
    ],
  ])('%s that gained a dependency (%#)', (path, before, was, is) => {
    const after = before.replace(was, is);
    expect(after).not.toBe(before);
    expect(onlyGained(path, before, after)).toBe(true);
  });
});

describe('a build file does not', () => {
  test.each([
    ['pom.xml', POM, '<version>1.0</version>', '<version>2.0</version>'],
    ['pom.xml', POM, dependency('a'), dependency('b')],
    [
      'pom.xml',
      POM,
      '\n  </dependencies>\n  <build>',
      `${dependency('testng')}\n  </dependencies>\n  <build>`,
    ],
    [
      'pom.xml',
      POM,
      '\n  </dependencies>\n  <build>',
      `${dependency('a')}\n  </dependencies>\n  <build>`,
    ],
    [
      'pom.xml',
      POM,
      '\n    </dependencies>\n  </plugin>',
      `${dependency('b')}\n    </dependencies>\n  </plugin>`,
    ],
    [
      'pom.xml',
      POM,
      '<project>',
      '<project>\n<properties><skipTests>true</skipTests></properties>',
    ],
    ['build.gradle', GRADLE, 'useJUnitPlatform()', 'useJUnitPlatform()\nenabled = false'],
    ['build.gradle', GRADLE, '\n}\ntest', '\n    implementation(files("fake.jar"))\n}\ntest'],
    ['build.gradle', GRADLE, '\n}\ntest', '\n    implementation("org.b:b:1"); exit(0)\n}\ntest'],
    ['mix.exs', MIX, '"~> 1.0"}', '"~> 1.0"},\n    {:b, path: "fake"}'],
    ['mix.exs', MIX, '"~> 1.0"', '"~> 1.1"'],
    ['settings.gradle', 'include ":a"\n', ':a"', ':b"'],
  ])('%s in which %#', (path, before, was, is) => {
    const after = before.replace(was, is);
    expect(after).not.toBe(before);
    expect(onlyGained(path, before, after)).toBe(false);
  });
});

# The command landmark in a container.
#
#   docker build -t landmark .
#   docker run --rm -v "$PWD:/work" landmark pose photo.jpg
#
# With --user "$(id -u):$(id -g)" what it writes is yours. /work is the folder of inputs and outputs; models
# are searched for in its folder models, to which
#
#   docker run --rm -v "$PWD:/work" landmark models fetch --into models
#
# downloads them. Both images are Debian 12, so that the program finds the libraries it was built with.
# hadolint global ignore=DL3008
FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY scripts/setup scripts/setup
RUN scripts/setup --package
COPY . .
# The repository is not here: the time of files in the package is that of the changelog, or what the
# builder sets.
ARG SOURCE_DATE_EPOCH
RUN SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(stat -c %Y CHANGELOG.md)}" \
    DEBFULLNAME=LandmarkKit DEBEMAIL=root@localhost scripts/package --output /package

FROM debian:bookworm-slim
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
COPY --from=build /package/landmark_*.deb /tmp/
# The package, and what it recommends, but not what those packages recommend.
RUN apt-get update \
    && dpkg-deb --field /tmp/landmark_*.deb Recommends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g' \
        | xargs apt-get install --yes --no-install-recommends /tmp/landmark_*.deb \
    && rm -rf /tmp/landmark_*.deb /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home landmark
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["landmark"]
CMD ["--help"]

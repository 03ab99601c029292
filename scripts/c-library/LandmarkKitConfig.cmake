# find_package(LandmarkKit) defines the target LandmarkKit::landmarkkit.

get_filename_component(_landmarkkit_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT EXISTS "${_landmarkkit_prefix}/lib/liblandmarkkit.so.1")
    set(LandmarkKit_FOUND FALSE)
    set(LandmarkKit_NOT_FOUND_MESSAGE "there is no ${_landmarkkit_prefix}/lib/liblandmarkkit.so.1")
elseif(NOT TARGET LandmarkKit::landmarkkit)
    add_library(LandmarkKit::landmarkkit SHARED IMPORTED)
    set_target_properties(LandmarkKit::landmarkkit PROPERTIES
        IMPORTED_LOCATION "${_landmarkkit_prefix}/lib/liblandmarkkit.so.1"
        IMPORTED_SONAME liblandmarkkit.so.1
        INTERFACE_INCLUDE_DIRECTORIES "${_landmarkkit_prefix}/include")
endif()
unset(_landmarkkit_prefix)
